import * as THREE from 'three';

/** A piece of ground seen from above. */
export type Area =
  | { kind: 'rectangle'; x0: number; x1: number; y0: number; y1: number }
  | { kind: 'circle'; x: number; y: number; radius: number };

/** Metres between points of an outline, points at most, and metres it lies above the ground. */
const kSpacing = 0.25;
const kMost = 400;
const kAbove = 0.04;

/** The area that a drag from one place to another marks: corner to corner, or centre to rim. */
export function areaOf(kind: Area['kind'], from: Place, to: Place): Area {
  if (kind === 'circle') {
    return { kind, x: from.x, y: from.y, radius: Math.hypot(to.x - from.x, to.y - from.y) };
  }
  const [x0, x1] = [Math.min(from.x, to.x), Math.max(from.x, to.x)];
  const [y0, y1] = [Math.min(from.y, to.y), Math.max(from.y, to.y)];
  return { kind, x0, x1, y0, y1 };
}

interface Place {
  x: number;
  y: number;
}

/** Points once round an area. */
export function ringOf(area: Area): Place[] {
  const count = (length: number) => Math.min(kMost, Math.max(1, Math.ceil(length / kSpacing)));
  if (area.kind === 'circle') {
    const points = Math.max(16, count(2 * Math.PI * area.radius));
    return Array.from({ length: points }, (_, k) => {
      const angle = (2 * Math.PI * k) / points;
      return {
        x: area.x + area.radius * Math.cos(angle),
        y: area.y + area.radius * Math.sin(angle),
      };
    });
  }
  const { x0, x1, y0, y1 } = area;
  const corners = [
    [x0, y0],
    [x1, y0],
    [x1, y1],
    [x0, y1],
  ] as const;
  return corners.flatMap(([x, y], k) => {
    const [a, b] = corners[(k + 1) % 4]!;
    const points = count(Math.hypot(a - x, b - y));
    return Array.from({ length: points }, (_, n) => ({
      x: x + ((a - x) * n) / points,
      y: y + ((b - y) * n) / points,
    }));
  });
}

/** A line around an area, lying on the ground. */
export class AreaOutline {
  readonly line = new THREE.LineLoop(
    new THREE.BufferGeometry(),
    new THREE.LineBasicMaterial({ color: 0xffc83d, depthTest: false, fog: false }),
  );

  constructor() {
    this.line.name = 'marked area';
    this.line.visible = false;
    this.line.frustumCulled = false;
    this.line.renderOrder = 10;
  }

  show(area: Area | undefined, heightAt: (x: number, y: number) => number): void {
    this.line.visible = area !== undefined;
    if (!area) return;
    const points = ringOf(area).map(({ x, y }) => new THREE.Vector3(x, y, heightAt(x, y) + kAbove));
    this.line.geometry.dispose();
    this.line.geometry = new THREE.BufferGeometry().setFromPoints(points);
  }
}
