import * as THREE from 'three';

/** Metres from the eye that a place on the ground may be picked. */
const kFarthest = 500;
/** Share of the distance from the eye, and metres, of one step along the ray. */
const kStep = 0.01;
const kLeastStep = 0.05;

/** Where a ray first meets the ground, or nothing when it looks over it. */
export function pickGround(
  ray: THREE.Ray,
  heightAt: (x: number, y: number) => number,
): THREE.Vector3 | undefined {
  const place = new THREE.Vector3();
  const above = (t: number) => {
    ray.at(t, place);
    return place.z - heightAt(place.x, place.y);
  };
  if (above(0) < 0) return undefined;
  let before = 0;
  for (let t = kLeastStep; t < kFarthest; t += Math.max(kLeastStep, kStep * t)) {
    if (above(t) > 0) {
      before = t;
      continue;
    }
    let [high, low] = [before, t];
    while (low - high > 1e-4) {
      const middle = 0.5 * (high + low);
      if (above(middle) > 0) high = middle;
      else low = middle;
    }
    return ray.at(low, new THREE.Vector3());
  }
  return undefined;
}

/** The ray from the eye through a point of the canvas. */
export function rayThrough(
  event: { clientX: number; clientY: number },
  canvas: HTMLCanvasElement,
  camera: THREE.Camera,
): THREE.Ray {
  const box = canvas.getBoundingClientRect();
  const x = (2 * (event.clientX - box.left)) / box.width - 1;
  const y = 1 - (2 * (event.clientY - box.top)) / box.height;
  const caster = new THREE.Raycaster();
  caster.setFromCamera(new THREE.Vector2(x, y), camera);
  return caster.ray;
}
