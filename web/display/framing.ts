import * as THREE from 'three';

/** Seconds in which the picture follows a machine that reaches out. */
const kFollowTime = 0.6;
/** The picture narrows again when the machine takes less than this share of it. */
const kSlack = 0.75;
/** Metres; nearer than that nobody wants to see a whole machine. */
const kSmallest = 1;

/** The sphere that the outside camera shows: that around the machine, followed smoothly. */
export class Framing {
  readonly centre = new THREE.Vector3();
  radius = kSmallest;
  /** Centre seen from the machine when it travels, so that travelling leaves no lag. */
  private readonly offset = new THREE.Vector3();
  private wanted = kSmallest;

  /** @param travels the machine's first body carries it; otherwise the centre is that of a heap */
  start(root: THREE.Vector3, sphere: THREE.Sphere, travels: boolean): void {
    this.centre.copy(sphere.center);
    this.offset.copy(sphere.center);
    if (travels) this.offset.sub(root);
    this.wanted = Math.max(kSmallest, sphere.radius);
    this.radius = this.wanted;
  }

  update(root: THREE.Vector3, sphere: THREE.Sphere, travels: boolean, seconds: number): void {
    const share = 1 - Math.exp(-seconds / kFollowTime);
    const goal = sphere.center.clone();
    if (travels) goal.sub(root);
    this.offset.lerp(goal, share);
    this.centre.copy(this.offset);
    if (travels) this.centre.add(root);
    // Wider at once, narrower only when it is worth it: no breathing while a machine slews.
    const size = Math.max(kSmallest, sphere.radius);
    if (size > this.wanted || size < kSlack * this.wanted) this.wanted = size;
    this.radius += share * (this.wanted - this.radius);
  }
}

/**
 * Metres from which a sphere fills the picture.
 *
 * @param share of the height that the sphere may take
 * @param aspect width over height of the picture
 */
export function fitDistance(
  radius: number,
  fieldOfViewDegrees: number,
  share: number,
  aspect: number,
): number {
  const half = Math.tan((fieldOfViewDegrees * Math.PI) / 360) * Math.min(share, aspect);
  return radius / Math.sin(Math.atan(half));
}
