import type * as THREE from 'three';
import type { AssetCache } from '../shared/link/assets.js';
import { decodeMesh } from './mesh_format.js';

/** Where the meshes of bodies come from. */
export interface MeshSource {
  /** The mesh with this content, in metres, not to be changed. */
  get(asset: string): Promise<THREE.BufferGeometry>;
  report(text: string): void;
}

/** Meshes that the server has: each is fetched and decoded once. */
export class AssetMeshes implements MeshSource {
  private readonly decoded = new Map<string, THREE.BufferGeometry>();

  constructor(
    private readonly assets: Pick<AssetCache, 'get'>,
    readonly report: (text: string) => void,
  ) {}

  async get(asset: string): Promise<THREE.BufferGeometry> {
    const bytes = await this.assets.get(asset);
    const found = this.decoded.get(asset) ?? decodeMesh(bytes);
    this.decoded.set(asset, found);
    return found;
  }
}
