export function makeMesh(): {
  name: string;
  size: number[];
  centre: number[];
  bytes: Uint8Array<ArrayBuffer>;
};
