import * as THREE from 'three';
import { describe, expect, it } from 'vitest';
import { drawPasses, kWhole, type Pass, type PassRenderer, passesOf, pixelsOf } from './passes.js';

/** Notes what it is asked to draw, and consumes the shadow map as three.js does. */
class FakeRenderer implements PassRenderer {
  readonly log: string[] = [];
  readonly shadowMap = { needsUpdate: false };
  readonly info = {
    autoReset: true,
    reset: () => {
      this.info.render.triangles = 0;
      this.info.render.calls = 0;
    },
    render: { triangles: 99, calls: 9 },
  };
  private place = '';
  private where = 'canvas';
  private viewport = '';
  setRenderTarget(target: THREE.WebGLRenderTarget | null) {
    this.where = target ? 'target' : 'canvas';
    if (target) this.viewport = target.viewport.toArray().join(' ');
  }
  setViewport(...values: unknown[]) {
    this.viewport = values.join(' ');
  }
  setScissor(...values: unknown[]) {
    this.place = values.join(' ');
  }
  setScissorTest(test: boolean) {
    if (!test) this.place = '';
  }
  getSize(out: THREE.Vector2) {
    return out.set(101, 50);
  }
  render(_scene: THREE.Object3D, camera: THREE.Camera) {
    const shadow = this.shadowMap.needsUpdate ? ' shadow' : '';
    this.shadowMap.needsUpdate = false;
    this.info.render.triangles += 10;
    this.info.render.calls += 1;
    const cut = this.place ? ` cut ${this.place}` : '';
    const line = `${camera.name} ${this.where} ${this.viewport}${cut} mask ${camera.layers.mask}`;
    this.log.push(line + shadow);
  }
}

const view = (name: string, more: Partial<Pass> = {}): Pass => {
  const camera = new THREE.PerspectiveCamera();
  camera.name = name;
  return { name, camera, rectangle: kWhole, ...more };
};

describe('passes', () => {
  it('draw each view into its rectangle with its layers, shadows once', () => {
    const renderer = new FakeRenderer();
    const half = { x: 0, y: 0, width: 0.5, height: 1 };
    const passes = [
      view('left', { rectangle: half }),
      view('right', { rectangle: { ...half, x: 0.5 }, layers: 5 }),
    ];
    const drawn = drawPasses(renderer, new THREE.Scene(), passes, new THREE.Vector2(), true);
    expect(renderer.log).toEqual([
      'left canvas 0 0 51 50 cut 0 0 51 50 mask 1 shadow',
      'right canvas 51 0 50 50 cut 51 0 50 50 mask 5',
    ]);
    expect(drawn).toEqual({ triangles: 20, calls: 2 });
  });

  it('draw a mirror into its own picture before the canvas that shows it', () => {
    const renderer = new FakeRenderer();
    const target = new THREE.WebGLRenderTarget(64, 32);
    const passes = [view('seat'), view('mirror', { target })];
    drawPasses(renderer, new THREE.Scene(), passesOf(passes, 0), new THREE.Vector2(), false);
    expect(renderer.log).toEqual([
      'mirror target 0 0 64 32 mask 1',
      'seat canvas 0 0 101 50 mask 1',
    ]);
  });

  it('take turns where a view is not needed in every picture', () => {
    const passes = [view('seat'), view('a', { every: 2 }), view('b', { every: 2 })];
    const names = (count: number) => passesOf(passes, count).map((p) => p.name);
    expect([0, 1, 2].map(names)).toEqual([
      ['seat', 'b'],
      ['seat', 'a'],
      ['seat', 'b'],
    ]);
  });

  it('leave no gap and no overlap between rectangles that meet', () => {
    for (const width of [3, 100, 101, 1367]) {
      const thirds = [0, 1, 2].map((k) =>
        pixelsOf({ x: k / 3, y: 0, width: 1 / 3, height: 1 }, width, 10),
      );
      thirds.forEach((r, k) => {
        expect(r.x + r.width).toBe(thirds[k + 1]?.x ?? width);
      });
    }
  });
});
