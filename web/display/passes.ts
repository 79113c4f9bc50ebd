import type * as THREE from 'three';

/** A part of a picture in shares of it, from the lower left corner. */
export interface Rectangle {
  x: number;
  y: number;
  width: number;
  height: number;
}

export const kWhole: Rectangle = { x: 0, y: 0, width: 1, height: 1 };

/**
 * One view of the scene. The picture of a page is a list of these: the operator's view, and beside it
 * mirrors, the other eye, a channel of a wall or the faces of a dome, each a view of the same scene
 * under the same shadows.
 */
export interface Pass {
  name: string;
  camera: THREE.Camera;
  /** What is drawn; nothing: the scene of the page. Composing two eyes into one picture is such a one. */
  scene?: THREE.Scene;
  /** Where in the target. */
  rectangle: Rectangle;
  /** A picture to draw into, for a mirror or a dome; nothing: the canvas. */
  target?: THREE.WebGLRenderTarget;
  /** What the view sees, a bit per layer; nothing: as the camera has it. */
  layers?: number;
  /** Drawn in every n-th picture only; its last picture stays in its target. Nothing: in every one. */
  every?: number;
}

/** The whole pixels of a rectangle. Rectangles that meet in shares meet in pixels. */
export function pixelsOf(r: Rectangle, width: number, height: number): Rectangle {
  const [left, right] = [Math.round(r.x * width), Math.round((r.x + r.width) * width)];
  const [low, high] = [Math.round(r.y * height), Math.round((r.y + r.height) * height)];
  return { x: left, y: low, width: right - left, height: high - low };
}

/** The part of a renderer that is used. */
export type PassRenderer = Pick<
  THREE.WebGLRenderer,
  'setRenderTarget' | 'setViewport' | 'setScissor' | 'setScissorTest' | 'render'
> & {
  getSize(out: THREE.Vector2): THREE.Vector2;
  shadowMap: { needsUpdate: boolean };
  info: { autoReset: boolean; reset(): void; render: { triangles: number; calls: number } };
};

/** Which passes picture number `count` needs, those into targets first: the canvas may show them. */
export function passesOf(passes: readonly Pass[], count: number): Pass[] {
  const due = passes.filter(({ every = 1 }, k) => (count + k) % every === 0);
  return [...due.filter((p) => p.target), ...due.filter((p) => !p.target)];
}

/**
 * Draws all views.
 *
 * @param size somewhere to write the size of the canvas to
 * @param shadows the shadows are drawn once, for all of them
 * @returns triangles and calls drawn, with those of the shadows
 */
export function drawPasses(
  renderer: PassRenderer,
  scene: THREE.Scene,
  passes: readonly Pass[],
  size: THREE.Vector2,
  shadows: boolean,
): { triangles: number; calls: number } {
  renderer.info.autoReset = false;
  renderer.info.reset();
  renderer.shadowMap.needsUpdate = shadows;
  renderer.getSize(size);
  for (const { camera, rectangle, target, layers, scene: own } of passes) {
    const { x, y, width, height } = target
      ? pixelsOf(rectangle, target.width, target.height)
      : pixelsOf(rectangle, size.x, size.y);
    const part = rectangle.width < 1 || rectangle.height < 1;
    if (target) {
      target.viewport.set(x, y, width, height);
      target.scissor.set(x, y, width, height);
      target.scissorTest = part;
      renderer.setRenderTarget(target);
    } else {
      renderer.setRenderTarget(null);
      renderer.setViewport(x, y, width, height);
      renderer.setScissor(x, y, width, height);
      renderer.setScissorTest(part);
    }
    if (layers !== undefined) camera.layers.mask = layers;
    renderer.render(own ?? scene, camera);
  }
  renderer.setRenderTarget(null);
  const { triangles, calls } = renderer.info.render;
  return { triangles, calls };
}
