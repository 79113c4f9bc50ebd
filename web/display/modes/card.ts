import * as THREE from 'three';

/** What a test card shows. */
export const kCards = ['grid', 'beacons', 'white'] as const;
export type CardKind = (typeof kCards)[number];

const kDegree = Math.PI / 180;
/** Metres from the eye. */
const kFar = 20;

/** A direction: azimuth to the left, elevation up, degrees. */
export function direction(azimuth: number, elevation: number): THREE.Vector3 {
  const [a, e] = [azimuth * kDegree, elevation * kDegree];
  return new THREE.Vector3(Math.cos(e) * Math.cos(a), Math.cos(e) * Math.sin(a), Math.sin(e));
}

/** Beacons of a card: azimuth, elevation, colour. No two alike, so that a picture that is mirrored shows. */
export const kBeacons: readonly (readonly [number, number, number])[] = [
  [0, 0, 0xffffff],
  [30, 0, 0xff0000],
  [-30, 0, 0x00ff00],
  [60, 20, 0xff00ff],
  [-60, 20, 0x00ffff],
  [15, 45, 0xffff00],
  [-45, -20, 0x0000ff],
  [45, -30, 0xff8000],
  [80, 0, 0xff0080],
  [-80, 5, 0x80ff00],
];

const flat = (colour: number) =>
  new THREE.MeshBasicMaterial({ color: colour, toneMapped: false, side: THREE.DoubleSide });

function sign(words: string): THREE.Sprite {
  const canvas = document.createElement('canvas');
  [canvas.width, canvas.height] = [128, 48];
  const pen = canvas.getContext('2d');
  if (pen) {
    pen.font = '600 30px sans-serif';
    pen.textAlign = 'center';
    pen.fillStyle = '#fff';
    pen.fillText(words, 64, 34);
  }
  const map = new THREE.CanvasTexture(canvas);
  const sprite = new THREE.Sprite(new THREE.SpriteMaterial({ map, toneMapped: false }));
  sprite.scale.set(1.4, 0.52, 1);
  return sprite;
}

function grid(scene: THREE.Scene): void {
  const line = (points: THREE.Vector3[], colour: number) => {
    const geometry = new THREE.BufferGeometry().setFromPoints(points);
    scene.add(
      new THREE.Line(geometry, new THREE.LineBasicMaterial({ color: colour, toneMapped: false })),
    );
  };
  const steps = (from: number, to: number) =>
    Array.from({ length: (to - from) / 2 + 1 }, (_, k) => from + 2 * k);
  for (let a = -180; a < 180; a += 10) {
    const colour = a === 0 ? 0xffffff : a > 0 ? 0xff7a5c : 0x5cff9a;
    line(
      steps(-80, 80).map((e) => direction(a, e).multiplyScalar(kFar)),
      colour,
    );
  }
  for (let e = -80; e <= 80; e += 10) {
    line(
      steps(-180, 180).map((a) => direction(a, e).multiplyScalar(kFar)),
      e === 0 ? 0xffffff : 0x6fb7ff,
    );
  }
  for (let a = -150; a <= 180; a += 30) {
    for (let e = -60; e <= 60; e += 30) {
      const words = `${Math.abs(a)}${a > 0 && a < 180 ? ' L' : a < 0 ? ' R' : ''} / ${e}`;
      const text = sign(words);
      text.position.copy(direction(a + 2, e + 2).multiplyScalar(kFar - 1));
      scene.add(text);
    }
  }
}

function beacons(scene: THREE.Scene): void {
  const ball = new THREE.SphereGeometry(0.35, 24, 16);
  for (const [azimuth, elevation, colour] of kBeacons) {
    const mesh = new THREE.Mesh(ball, flat(colour));
    mesh.position.copy(direction(azimuth, elevation).multiplyScalar(kFar));
    scene.add(mesh);
  }
}

/** A scene around the eye of the seat's frame that shows whether a display is set up right. */
export function makeCard(kind: CardKind): THREE.Scene {
  const scene = new THREE.Scene();
  scene.background = new THREE.Color(kind === 'white' ? 0xbcbcbc : 0x101418);
  if (kind === 'grid') grid(scene);
  if (kind === 'beacons') beacons(scene);
  return scene;
}

/** A camera in the origin of the card that looks ahead: x forward, z up. */
export function lookAtCard(camera: THREE.PerspectiveCamera): void {
  camera.up.set(0, 0, 1);
  camera.position.set(0, 0, 0);
  camera.lookAt(1, 0, 0);
  camera.updateMatrixWorld();
}
