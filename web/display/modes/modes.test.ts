import { Matrix4, PerspectiveCamera, Vector3 } from 'three';
import { describe, expect, it } from 'vitest';
import { domeMesh, type WarpMesh } from './dome_map.js';
import { type Dome, kPlainLayout, readLayout } from './layout.js';
import { facesOf, Output } from './output.js';
import { kPresets } from './presets.js';
import { faceSurface, kFaces, lookThrough, onFace, seatFrame } from './seat_frame.js';
import { readWarpFile } from './warp_file.js';

const presetDome = (name: string, change: object = {}): Dome => {
  const preset = structuredClone(kPresets[name]!) as { channels: { dome: { dome: object } } };
  Object.assign(preset.channels.dome.dome, change);
  return readLayout(JSON.stringify(preset)).channels[0]!.dome!;
};

function numbers(seed: number) {
  let state = seed;
  return (low: number, high: number) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return low + ((high - low) * state) / 2 ** 32;
  };
}

/** The direction that a mesh shows at (x, y), between four of its points. */
function shownAt({ columns, rows, directions }: WarpMesh, x: number, y: number): Vector3 {
  const [i, j] = [((x + 1) / 2) * (columns - 1), ((y + 1) / 2) * (rows - 1)];
  const [a, b] = [Math.min(columns - 2, Math.floor(i)), Math.min(rows - 2, Math.floor(j))];
  const [s, t] = [i - a, j - b];
  const d = (k: number, l: number) => new Vector3().fromArray(directions, 3 * (l * columns + k));
  return d(a, b)
    .multiplyScalar((1 - s) * (1 - t))
    .addScaledVector(d(a + 1, b), s * (1 - t))
    .addScaledVector(d(a, b + 1), (1 - s) * t)
    .addScaledVector(d(a + 1, b + 1), s * t)
    .normalize();
}

/** Where an eye's direction meets the sphere, by halving; another way than the program's. */
function onSphere(eye: Vector3, way: Vector3, radius: number): Vector3 {
  let [low, high] = [0, 4 * radius];
  for (let k = 0; k < 80; k++) {
    const middle = (low + high) / 2;
    if (eye.clone().addScaledVector(way, middle).length() < radius) low = middle;
    else high = middle;
  }
  return eye.clone().addScaledVector(way, low);
}

const vector = (v: readonly number[]) => new Vector3(v[0], v[1], v[2]);

describe('the dome', () => {
  it.each([
    ['lens and eye in the middle', {}],
    ['eye off the middle, lens above it', { eye: [0.2, -0.15, 0.1], lens: [0, 0, 0.3] }],
  ])('of the thesis shows 100 directions where they are, to 1 pixel: %s', (_, change) => {
    const dome = presetDome('dome', change);
    expect(dome.radius).toBeCloseTo(1.065);
    const mesh = domeMesh(dome, 4 / 3);
    const next = numbers(3);
    for (let k = 0; k < 100; k++) {
      const [x, y] = [next(-0.98, 0.98), next(-0.98, 0.85)];
      const way = shownAt(mesh, x, y);
      // Backwards: from the eye to the dome, seen from the lens, in pixels of 1024 x 768.
      const p = onSphere(vector(dome.eye), way, dome.radius).sub(vector(dome.lens)).normalize();
      const azimuth = (Math.atan2(-p.y, p.x) * 180) / Math.PI;
      const elevation = (Math.asin(p.z) * 180) / Math.PI;
      const [px, py] = [azimuth / 90, elevation > 0 ? elevation / 90 : elevation / 45];
      expect(Math.abs(512 * (px - x))).toBeLessThan(1);
      expect(Math.abs(384 * (py - y))).toBeLessThan(1);
    }
  });

  it('of the thesis sees 180 by 135 degrees and leaves out what is behind', () => {
    const mesh = domeMesh(presetDome('dome'), 4 / 3);
    const corner = (k: number) => new Vector3().fromArray(mesh.directions, 3 * k);
    const last = mesh.columns * mesh.rows - 1;
    expect(corner(last).distanceTo(new Vector3(0, 0, 1))).toBeLessThan(1e-6);
    const down = Math.sin(Math.PI / 4);
    // Lower left: to the left, 45 degrees down.
    expect(corner(0).distanceTo(new Vector3(0, down, -down))).toBeLessThan(1e-6);
    expect(facesOf(mesh)).not.toContain(3);
  });

  it('by a fisheye lens has ahead in the middle and the rim at half the aperture', () => {
    const dome = presetDome('fisheye', { tilt_deg: 0 });
    const mesh = domeMesh(dome, 1);
    expect(shownAt(mesh, 0, 0).distanceTo(new Vector3(1, 0, 0))).toBeLessThan(1e-6);
    for (const turn of [0, 0.7, 2, 4]) {
      const [c, s] = [Math.cos(turn), Math.sin(turn)];
      const way = shownAt(mesh, 0.5 * c, 0.5 * s);
      const half = Math.SQRT1_2;
      expect(way.distanceTo(new Vector3(half, -half * c, half * s))).toBeLessThan(2e-3);
    }
    const tilted = domeMesh(presetDome('fisheye', { tilt_deg: 90 }), 1);
    expect(shownAt(tilted, 0, 0).distanceTo(new Vector3(0, 0, 1))).toBeLessThan(1e-6);
  });

  it('by a mirror ball obeys the law of reflection', () => {
    const dome = presetDome('spherical mirror');
    const mesh = domeMesh(dome, 4 / 3);
    const [lens, ball] = [vector(dome.lens), vector(dome.mirror)];
    let lit = 0;
    for (let k = 0; k < mesh.light.length; k += 7) {
      if (mesh.light[k]! < 0) continue;
      lit++;
      const place = new Vector3().fromArray(mesh.directions, 3 * k).multiplyScalar(dome.radius);
      // Shortest way over the ball between lens and place: sought on the ball itself.
      const way = (n: Vector3) => {
        const g = ball.clone().addScaledVector(n, dome.mirrorRadius);
        return g.distanceTo(lens) + g.distanceTo(place);
      };
      const n = lens
        .clone()
        .sub(ball)
        .normalize()
        .add(place.clone().sub(ball).normalize())
        .normalize();
      for (let size = 0.2; size > 1e-6; size *= 0.7) {
        for (const turn of [0, 1, 2, 3, 4, 5, 6, 7]) {
          const a = new Vector3(0.3, 0.5, 0.8).cross(n).normalize();
          const b = n.clone().cross(a);
          const angle = (turn * Math.PI) / 4;
          const other = n
            .clone()
            .addScaledVector(a, size * Math.cos(angle))
            .addScaledVector(b, size * Math.sin(angle))
            .normalize();
          if (way(other) < way(n)) n.copy(other);
        }
      }
      const hit = ball.clone().addScaledVector(n, dome.mirrorRadius);
      // The same pixel: seen from the lens, the ball is lit there.
      const ahead = vector(dome.aim).sub(lens).normalize();
      const right = ahead
        .clone()
        .cross(new Vector3(0, 0, 1))
        .normalize();
      const up = right.clone().cross(ahead);
      const ray = hit.sub(lens);
      const depth = ray.dot(ahead);
      expect((ray.dot(right) / depth) * 2 * dome.throw).toBeCloseTo(mesh.places[2 * k]!, 2);
      expect((ray.dot(up) / depth) * 2 * dome.throw * (4 / 3)).toBeCloseTo(
        mesh.places[2 * k + 1]!,
        2,
      );
    }
    expect(lit).toBeGreaterThan(200);
  });

  it('is drawn from faces that agree on the directions of their edges', () => {
    const camera = new PerspectiveCamera();
    const next = numbers(5);
    const eye = new Vector3(0.1, -0.2, 0.3);
    for (let k = 0; k < 300; k++) {
      const way = new Vector3(next(-1, 1), next(-1, 1), next(-1, 1)).normalize();
      const { face, x, y } = onFace(way);
      const seat = new Matrix4();
      lookThrough(camera, seat, eye, faceSurface(face, eye, 0), 0.1, 100);
      const drawn = eye.clone().addScaledVector(way, 30).project(camera);
      expect(drawn.x).toBeCloseTo(x, 6);
      expect(drawn.y).toBeCloseTo(y, 6);
    }
    for (const { ahead, right, up } of kFaces) {
      expect(right.clone().cross(up).dot(ahead)).toBeCloseTo(-1);
    }
  });
});

describe('the seat', () => {
  it('looks ahead level, whatever the camera looks down', () => {
    const camera = new PerspectiveCamera();
    camera.up.set(0, 0, 1);
    camera.position.set(1, 2, 3);
    camera.lookAt(1, 7, 2);
    const x = new Vector3();
    const y = new Vector3();
    const z = new Vector3();
    seatFrame(camera).extractBasis(x, y, z);
    expect(x.distanceTo(new Vector3(0, 1, 0))).toBeLessThan(1e-9);
    expect(y.distanceTo(new Vector3(-1, 0, 0))).toBeLessThan(1e-9);
    expect(z.distanceTo(new Vector3(0, 0, 1))).toBeLessThan(1e-9);
  });

  it('gives the plain picture when a screen before the eye is drawn', () => {
    const camera = new PerspectiveCamera(60, 1.6, 0.1, 900);
    camera.up.set(0, 0, 1);
    camera.position.set(4, 5, 6);
    camera.lookAt(0, 1, 2);
    camera.updateMatrixWorld();
    const layout = { ...kPlainLayout, eye: [0, 0, 1e-9] as [number, number, number] };
    const output = new Output(layout, kPlainLayout.channels[0]!, 256, { width: 160, height: 100 });
    const drawn = output.passes(camera)[0]!.camera;
    const p = new Vector3(1, -2, 0.5);
    const [a, b] = [p.clone().project(camera), p.clone().project(drawn)];
    expect(b.x).toBeCloseTo(a.x, 6);
    expect(b.y).toBeCloseTo(a.y, 6);
  });
});

describe('a display file', () => {
  const read = (value: unknown) => () => readLayout(JSON.stringify(value));
  const file = (channels: unknown, more = {}) => ({ outrigger_display: 1, channels, ...more });

  it('is read from all presets', () => {
    for (const [name, preset] of Object.entries(kPresets)) {
      const layout = readLayout(JSON.stringify(preset));
      expect(layout.title, name).not.toBe('');
      for (const channel of layout.channels) {
        new Output(layout, channel, 256, { width: 400, height: 300 }).dispose();
      }
    }
  });

  it('names the key, what it has and what is allowed', () => {
    expect(() => readLayout('{')).toThrow('no JSON');
    expect(read([])).toThrow('an object');
    expect(read({ outrigger_display: 2 })).toThrow('outrigger_display is 2; this program reads 1.');
    expect(read(file({}))).toThrow('channels has none');
    expect(read(file({ a: { stereo: 'red' } }))).toThrow(
      'channels.a.stereo is "red"; allowed are none, anaglyph',
    );
    expect(read(file({ a: { screen: {} } }))).toThrow(
      'channels.a.screen is no key that is known; allowed are surface, dome, blend, stereo, aspect.',
    );
    expect(read(file({ a: { blend: { left: 0.7 } } }))).toThrow('a number from 0 to 0.5');
    expect(read(file({ a: { dome: { lens: [0, 0, 9] } } }))).toThrow('outside the dome');
    expect(read(file({ a: { dome: { map: 'warp' } } }))).toThrow('channels.a.dome.mesh is missing');
  });

  it('refuses a surface behind the eye', () => {
    const surface = { lower_left: [1, -1, 0], lower_right: [1, 1, 0], upper_left: [1, -1, 1] };
    expect(read(file({ wall: { surface } }))).toThrow('channels.wall.surface is behind the eye');
    const right = { lower_left: [1, 1, 0], lower_right: [1, -1, 0], upper_left: [1, 1, 1] };
    expect(read(file({ wall: { surface: right } }))).not.toThrow();
    expect(read(file({ wall: { surface: right } }, { eye: [2, 0, 0] }))).toThrow('behind the eye');
  });
});

describe('a warp mesh file', () => {
  const points = (list: number[][]) => list.map((row) => row.join(' ')).join('\n');
  const four = points([
    [-1.5, -1, 0, 0.5, 1],
    [1.5, -1, 1, 0.5, 1],
    [-1.5, 1, 0.5, 0.5, -1],
    [1.5, 1, 0.5, 1, 0.5],
  ]);

  it('says which direction is where, and how bright', () => {
    const mesh = readWarpFile(`2\n2 2\n${four}\n`, 1.5, Math.PI);
    expect([...mesh.places]).toEqual([-1, -1, 1, -1, -1, 1, 1, 1]);
    expect([...mesh.light]).toEqual([1, 1, -1, 0.5]);
    const way = (k: number) => new Vector3().fromArray(mesh.directions, 3 * k);
    expect(way(0).distanceTo(new Vector3(0, 1, 0))).toBeLessThan(1e-6);
    expect(way(1).distanceTo(new Vector3(0, -1, 0))).toBeLessThan(1e-6);
    expect(way(2).distanceTo(new Vector3(1, 0, 0))).toBeLessThan(1e-6);
    expect(way(3).distanceTo(new Vector3(0, 0, 1))).toBeLessThan(1e-6);
  });

  it('is refused with its line when it is something else', () => {
    const read = (text: string) => () => readWarpFile(text, 1, Math.PI);
    expect(read('')).toThrow('ends after 0 lines');
    expect(read('7\n2 2\n')).toThrow('mesh line 1 is 7; allowed are 2');
    expect(read(`2\n3 2\n${four}`)).toThrow('mesh has 4 points; 3 x 2 are 6');
    expect(read('2\n100000 100000\n')).toThrow('2 x 2 to 1000000 points');
    expect(read(`2\n2 2\n${four.replace('0.5 1\n', '0.5\n')}`)).toThrow('mesh line 3 is');
  });
});
