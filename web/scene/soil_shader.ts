// How soil looks, for shaders of ground and of loads. Places are metres in a frame that the soil rests in.

export const kSoilVertexDeclaration = `
  varying vec3 vGround;
  varying vec3 vUp;
`;

export const kSoilVertex = `
  vGround = position;
  vUp = normal;
`;

/** Needs the uniform noiseMap. */
export const kSoilDeclaration = `
  varying vec3 vGround;
  varying vec3 vUp;
  // Height of what is finer than the mesh [m], by which light is bent.
  float soilHeight = 0.0;

  // Shares of the three projections: along x, along y, from above.
  vec3 soilShares(vec3 n) {
    vec3 w = n * n;
    w *= w;
    return w / (w.x + w.y + w.z);
  }
  vec3 soilNoise(vec3 p, vec3 w) {
    return w.x * texture2D(noiseMap, p.yz).rgb + w.y * texture2D(noiseMap, p.xz).rgb +
           w.z * texture2D(noiseMap, p.xy).rgb;
  }
  vec3 soilHash(vec3 p) {
    vec3 q = fract(p * vec3(0.1031, 0.1030, 0.0973));
    q += dot(q, q.yxz + 33.33);
    return fract((q.xxy + q.yxx) * q.zyx);
  }
  // A cut through lumps, one in each cell of space: 0 between them, up to 1 on their tops. The eight cells
  // around a place are enough, as lumps keep to the middle of theirs.
  float soilClods(vec3 p) {
    vec3 cell = floor(p - 0.5);
    float high = 0.0;
    for (int k = 0; k < 8; k++) {
      vec3 c = cell + vec3(k & 1, (k >> 1) & 1, k >> 2);
      vec3 r = soilHash(c);
      vec3 d = p - c - 0.25 - 0.5 * r;
      // Between a ball and a cube.
      vec3 e = abs(d);
      float edge = max(e.x, max(e.y, e.z));
      float far = mix(dot(d, d), 2.0 * edge * edge, 0.45);
      float radius = 0.35 + 0.35 * fract(7.0 * r.x);
      high = max(high, (0.4 + 0.6 * fract(5.0 * r.y)) * (1.0 - far / (radius * radius)));
    }
    return high;
  }
  // Brightness of loose soil; adds its lumps to soilHeight.
  float looseSoil(vec3 p, vec3 w, float loose) {
    vec3 wobble = soilNoise(p / 2.7, w) - 0.5;
    // What is smaller than some pixels would only glitter.
    float pixel = length(fwidth(p));
    // Red and green are smooth; the grain in blue is for brightness only.
    vec3 rough = soilNoise(p / 0.7 + 0.71, w) - 0.5;
    p += 0.2 * wobble.rgr + 0.07 * rough.grg;
    float large = soilClods(p / 0.16) * (1.0 - smoothstep(0.025, 0.09, pixel));
    float small = soilClods(p / 0.065 + 5.3) * (1.0 - smoothstep(0.008, 0.026, pixel));
    soilHeight += loose * (0.033 * large + 0.012 * small + 0.03 * wobble.g + 0.03 * rough.r);
    return 0.74 + 0.3 * large + 0.22 * small + 0.45 * wobble.b + 0.3 * rough.b;
  }
  // The normal of a surface with soilHeight on it.
  vec3 soilNormal(vec3 n, vec3 place) {
    vec3 dx = dFdx(place), dy = dFdy(place);
    vec3 rx = cross(dy, n), ry = cross(n, dx);
    float area = dot(dx, rx);
    vec3 slope = sign(area) * (dFdx(soilHeight) * rx + dFdy(soilHeight) * ry);
    return normalize(abs(area) * n - slope);
  }
`;

/** After the normal of the mesh. */
export const kSoilNormal = `
  normal = soilNormal(normal, -vViewPosition);
`;
