/** How a body leans, in radians. */
export interface Tilt {
  /** Positive: the front (x) is up. */
  pitch: number;
  /** Positive: leans to the right, the left side (y) is up. */
  roll: number;
  /** Of the x axis in the plane, from world x to the left. */
  heading: number;
}

/** From a quaternion (x, y, z, w) of a body with x forward, y left, z up. */
export function tiltOf(x: number, y: number, z: number, w: number): Tilt {
  const clamp = (v: number) => Math.min(1, Math.max(-1, v));
  const forwardX = 1 - 2 * (y * y + z * z);
  const forwardY = 2 * (x * y + z * w);
  const forwardZ = 2 * (x * z - y * w);
  const leftZ = 2 * (y * z + x * w);
  const upZ = 1 - 2 * (x * x + y * y);
  return {
    pitch: Math.asin(clamp(forwardZ)),
    roll: Math.atan2(leftZ, upZ),
    heading: Math.atan2(forwardY, forwardX),
  };
}
