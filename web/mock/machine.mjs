// Moves the machine of a mock scene without any physics: each lever turns its joint at a constant
// speed, and the wheels follow the ground. Good enough to develop the display.
import { heightAt } from './ground.mjs';

const multiply = ([ax, ay, az, aw], [bx, by, bz, bw]) => [
  aw * bx + ax * bw + ay * bz - az * by,
  aw * by - ax * bz + ay * bw + az * bx,
  aw * bz + ax * by - ay * bx + az * bw,
  aw * bw - ax * bx - ay * by - az * bz,
];
const turn = ([x, y, z], angle) => {
  const s = Math.sin(angle / 2);
  return [x * s, y * s, z * s, Math.cos(angle / 2)];
};
export const rotate = (q, [x, y, z]) => {
  const [rx, ry, rz] = multiply(multiply(q, [x, y, z, 0]), [-q[0], -q[1], -q[2], q[3]]);
  return [rx, ry, rz];
};
const add = (a, b) => a.map((v, i) => v + b[i]);
const clamp = (v, low, high) => Math.min(high, Math.max(low, v));

export class MockMachine {
  constructor(description) {
    this.description = description;
    this.controls = description.scene.controls;
    this.reset();
  }

  reset() {
    this.inputs = this.controls.map((c) => c.initial ?? 0);
    this.angles = { steering: 0, rolling: 0 };
    for (const [name, c] of Object.entries(this.description.coordinates)) {
      this.angles[name] = c.initial;
    }
    this.place = [...this.description.vehicle.start];
    this.speed = 0;
    this.time = 0;
    this.step = 0n;
  }

  input(name) {
    return this.inputs[this.controls.findIndex((c) => c.name === name)] ?? 0;
  }

  advance(seconds, wanted) {
    this.time += seconds;
    this.step += BigInt(Math.round(seconds / this.description.scene.step));
    for (let i = 0; i < this.inputs.length; i++) {
      const most = this.controls[i].kind === 'CHOICE' ? 1e9 : 4 * seconds;
      this.inputs[i] += clamp((wanted[i] ?? 0) - this.inputs[i], -most, most);
    }
    for (const [name, c] of Object.entries(this.description.coordinates)) {
      const [low, high] = c.limits ?? [-Infinity, Infinity];
      this.angles[name] += c.rate * this.input(c.control) * seconds;
      this.angles[name] = clamp(this.angles[name], low, high);
    }
    this.drive(seconds);
  }

  drive(seconds) {
    const { wheelbase, wheelRadius } = this.description.vehicle;
    const top = [1.4, 2.8, 5.6][Math.round(this.input('range'))] ?? 2.8;
    const wanted = top * this.input('travel') * (1 - this.input('brake'));
    this.speed += clamp(wanted - this.speed, -2 * seconds, 2 * seconds);
    this.angles.steering = 0.5 * this.input('steering');
    this.angles.rolling += (this.speed * seconds) / wheelRadius;
    const heading = this.place[2];
    this.place[0] += this.speed * Math.cos(heading) * seconds;
    this.place[1] += this.speed * Math.sin(heading) * seconds;
    this.place[2] += (this.speed * Math.tan(this.angles.steering) * seconds) / wheelbase;
  }

  // The pose of the first body: level with the ground under the four wheels.
  rootPose() {
    const { wheels, ringHeight } = this.description.vehicle;
    const [x, y, heading] = this.place;
    const [c, s] = [Math.cos(heading), Math.sin(heading)];
    const [fl, fr, rl, rr] = wheels.map(([wx, wy]) =>
      heightAt(x + c * wx - s * wy, y + s * wx + c * wy),
    );
    const base = wheels[0][0] - wheels[2][0];
    const track = wheels[0][1] - wheels[1][1];
    const pitch = Math.atan2((fl + fr - rl - rr) / 2, base);
    const roll = Math.atan2((fl + rl - fr - rr) / 2, track);
    const q = multiply(
      turn([0, 0, 1], heading),
      multiply(turn([0, -1, 0], pitch), turn([1, 0, 0], roll)),
    );
    return { p: add([x, y, (fl + fr + rl + rr) / 4], rotate(q, [0, 0, ringHeight])), q };
  }

  poses() {
    const { scene, joints, linkage } = this.description;
    const poses = scene.bodies.map(() => ({ p: [0, 0, 0], q: [0, 0, 0, 1] }));
    poses[0] = this.rootPose();
    for (const j of joints) {
      const a = poses[j.parent];
      const q = multiply(a.q, turn(j.axis, this.angles[j.coordinate]));
      poses[j.body] = { p: add(a.p, rotate(a.q, j.point)), q };
    }
    poses[linkage.body] = this.linkagePose(poses);
    return poses;
  }

  // The pin where rocker and rod meet: two circles in the plane of the arm.
  linkagePose(poses) {
    const { pivot, pin, rocker, rod, stick } = this.description.linkage;
    const hinge = this.description.joints.find((j) => j.body === this.description.linkage.bucket);
    const d = add(hinge.point, rotate(turn(hinge.axis, this.angles.bucket), pin));
    const [dx, dz] = [d[0] - pivot[0], d[2] - pivot[2]];
    const distance = Math.hypot(dx, dz);
    const along = (distance ** 2 + rocker ** 2 - rod ** 2) / (2 * distance);
    const across = Math.sqrt(Math.max(0, rocker ** 2 - along ** 2));
    const [ex, ez] = [dx / distance, dz / distance];
    const local = [pivot[0] + along * ex - across * ez, 0, pivot[2] + along * ez + across * ex];
    const s = poses[stick];
    return { p: add(s.p, rotate(s.q, local)), q: s.q };
  }

  channels(poses) {
    const bucket = poses[this.description.linkage.bucket];
    return [
      this.speed,
      1600 + 200 * Math.abs(this.input('boom')),
      120 + 60 * this.input('boom'),
      bucket.p[2],
    ];
  }
}
