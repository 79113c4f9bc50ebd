import * as THREE from 'three';
import type { Scene } from '../protocol/outrigger_pb.js';
import { colourOf } from './materials.js';

/** Lamps that light at most: each costs in every pixel of the picture. */
const kMost = 6;

interface Lamp {
  body: number;
  light: THREE.SpotLight;
  place: THREE.Vector3;
  direction: THREE.Vector3;
  power: number;
}

/** Where a lamp with beams stands, brightest where it points. */
export class Lamps {
  readonly group = new THREE.Group();
  private readonly lamps: Lamp[] = [];

  constructor(scene: Scene) {
    scene.bodies.forEach((body, id) => {
      for (const { beam, position, colour } of body.shapes) {
        if (!beam || beam.angle <= 0 || this.lamps.length >= kMost) continue;
        const tint = new THREE.Color().setRGB(...(colourOf(colour) as [number, number, number]));
        const light = new THREE.SpotLight(tint, 0, 2.5 * beam.range, beam.angle / 2, 0.75, 1.6);
        light.visible = false;
        this.group.add(light, light.target);
        this.lamps.push({
          body: id,
          light,
          place: new THREE.Vector3().fromArray(position.length >= 3 ? position : [0, 0, 0]),
          direction: new THREE.Vector3().fromArray(
            beam.direction.length >= 3 ? beam.direction : [1, 0, 0],
          ),
          power: 0.26 * beam.range ** 1.6,
        });
      }
    });
  }

  /** @param dark 0 in daylight, 1 at night */
  update(bodyOf: (id: number) => THREE.Object3D | undefined, dark: number): void {
    for (const { body, light, place, direction, power } of this.lamps) {
      const on = bodyOf(body);
      light.visible = dark > 0.3;
      light.intensity = on ? power * dark : 0;
      if (!on) continue;
      light.position.copy(place).applyQuaternion(on.quaternion).add(on.position);
      light.target.position.copy(direction).applyQuaternion(on.quaternion).add(light.position);
    }
  }

  dispose(): void {
    for (const { light } of this.lamps) light.dispose();
  }
}
