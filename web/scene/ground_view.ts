import * as THREE from 'three';
import type { Conditions } from './conditions.js';
import { GroundCut } from './ground_cut.js';
import type { GroundData } from './ground_data.js';
import { patternByte } from './ground_looks.js';
import { colourTexture, groundMaterial } from './ground_material.js';
import type { GroundChange, GroundModel } from './ground_model.js';
import type { GroundTextures } from './ground_textures.js';
import { type Tile, TiledField } from './ground_tiles.js';
import type { Quality } from './quality.js';
import { SiteEdge } from './site_edge.js';
import { edgeColour, kPlane, kSurroundings, surroundings } from './surroundings.js';
import { TileViews } from './tile_views.js';

/** Land beyond the site is paler than on it. */
const kHaze = [150, 156, 140];
const kHazeShare = 0.12;
/** Share of the triangles of the ground that changed tiles may have besides. */
const kTileShare = 0.4;

/** The ground of the scene with its changed tiles, the fence at its edge and the land around it. */
export class GroundView {
  readonly group = new THREE.Group();
  private readonly textures: THREE.Texture[] = [];
  private readonly cut = new GroundCut();
  private readonly tiles: TileViews;
  private field: TiledField | undefined;
  private colours: THREE.DataTexture;
  private edge: SiteEdge | undefined;
  private around: THREE.Mesh<THREE.BufferGeometry, THREE.Material>;
  private cutChanged = false;
  private edgeChanged = false;

  constructor(
    private readonly model: GroundModel,
    private readonly surfaces: GroundTextures,
    private readonly conditions: Conditions,
    private readonly quality: Quality,
  ) {
    const { field } = model;
    const look = { textures: surfaces, conditions, grid: !field };
    const patternAt = model.patternAt.bind(model);
    if (field) {
      this.colours = colourTexture(field.columns, field.rows, field.colours, quality, patternAt);
      const material = groundMaterial({ ...look, colours: this.colours, cut: this.cut }, quality);
      this.field = new TiledField(field, material, quality.shadows, quality.groundTriangles);
      this.edge = new SiteEdge(field);
      this.group.add(this.field.group, this.edge.mesh);
      this.around = this.addSurroundings(field);
    } else {
      this.colours = colourTexture(1, 1, kPlane, quality);
      const material = groundMaterial({ ...look, colours: this.colours, cut: this.cut }, quality);
      this.around = this.add(new THREE.CircleGeometry(kSurroundings, 64), material);
    }
    this.textures.push(this.colours);
    this.tiles = new TileViews(
      model,
      groundMaterial({ ...look, colours: this.colours, changed: true }, quality),
      quality.shadows,
      kTileShare * quality.groundTriangles,
    );
    this.group.add(this.tiles.group);
  }

  /** A tile has come, changed or gone. */
  changed({ column, row, points }: GroundChange): void {
    this.tiles.changed(column, row);
    this.cutChanged = true;
    const { field } = this.model;
    if (!field || !points) return;
    this.field?.heightsChanged(points);
    this.paint(field, points);
    const { i0, i1, j0, j1 } = points;
    const inside = i0 > 0 && j0 > 0 && i1 < field.columns - 1 && j1 < field.rows - 1;
    if (!inside) this.edgeChanged = true;
  }

  /** What is near the eye is drawn finer. */
  update(eye: THREE.Vector3): void {
    if (this.cutChanged) this.cut.update(this.model);
    if (this.edgeChanged) this.rebuildEdge();
    this.cutChanged = false;
    this.edgeChanged = false;
    this.field?.update(eye);
    this.tiles.update(eye);
  }

  dispose(): void {
    for (const texture of this.textures) texture.dispose();
    this.field?.dispose();
    this.edge?.dispose();
    this.tiles.dispose();
    this.cut.dispose();
    this.around.geometry.dispose();
    this.around.material.dispose();
  }

  private paint(field: GroundData, { i0, i1, j0, j1 }: Tile): void {
    const data = this.colours.image.data as Uint8Array;
    for (let j = j0; j <= j1; j++) {
      for (let i = i0; i <= i1; i++) {
        const at = j * field.columns + i;
        const [r, g, b] = field.colours.subarray(3 * at, 3 * at + 3) as unknown as number[];
        data.set([r!, g!, b!, patternByte(this.model.patternAt(r!, g!, b!))], 4 * at);
      }
    }
    this.colours.needsUpdate = true;
  }

  private rebuildEdge(): void {
    const { field } = this.model;
    if (!field) return;
    if (this.edge) this.group.remove(this.edge.mesh);
    this.edge?.dispose();
    this.edge = new SiteEdge(field);
    this.group.add(this.edge.mesh);
    this.around.geometry.dispose();
    this.around.geometry = surroundings(field, this.quality);
  }

  private addSurroundings(field: GroundData) {
    const edge = edgeColour(field);
    const paler = edge.map((c, k) => c + kHazeShare * (kHaze[k]! - c));
    const pattern = this.model.patternAt(edge[0]!, edge[1]!, edge[2]!);
    const colours = colourTexture(1, 1, paler, this.quality, () => pattern);
    this.textures.push(colours);
    const { surfaces: textures, conditions } = this;
    const look = { colours, textures, conditions, grid: false };
    return this.add(surroundings(field, this.quality), groundMaterial(look, this.quality));
  }

  private add(geometry: THREE.BufferGeometry, material: THREE.Material) {
    const mesh = new THREE.Mesh(geometry, material);
    mesh.receiveShadow = this.quality.shadows;
    this.group.add(mesh);
    return mesh;
  }
}
