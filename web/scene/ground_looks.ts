// What kinds of ground look like near the eye. Kinds are known by the names of surfaces; what is not known
// is earth. The colour is the site's, the pattern ours.

export const kGroundPatterns = {
  earth: 0,
  grass: 1,
  asphalt: 2,
  concrete: 3,
  gravel: 4,
  sand: 5,
} as const;

const kWords: readonly (readonly [RegExp, keyof typeof kGroundPatterns])[] = [
  [/grass|lawn|meadow|turf/, 'grass'],
  [/asphalt|tarmac|road|bitumen/, 'asphalt'],
  [/concrete|cement|slab|paving/, 'concrete'],
  [/gravel|ballast|rubble|crushed|stone|rock/, 'gravel'],
  [/sand/, 'sand'],
];

/** The pattern of a surface by its name. */
export function groundPattern(name: string): number {
  const word = kWords.find(([pattern]) => pattern.test(name.toLowerCase()));
  return kGroundPatterns[word?.[1] ?? 'earth'];
}

/** The pattern as it is kept in the fourth channel of a colour. */
export const patternByte = (pattern: number): number => 8 + 16 * pattern;

/**
 * Needs noiseMap, stoneMap, bladeMap, wet and soilHeight. `groundLook` gives the colour of a kind of ground at
 * a place; it sets groundRough and adds to soilHeight.
 */
export const kGroundLookDeclaration = `
  uniform sampler2D stoneMap;
  uniform sampler2D bladeMap;
  uniform float wet;
  float groundRough = 0.97;

  vec3 groundLook(int kind, vec3 c, vec2 p) {
    float pixel = length(fwidth(p));
    vec3 broad = texture2D(noiseMap, p / 37.0).rgb;
    vec3 mid = texture2D(noiseMap, p / 6.7 + 0.13).rgb;
    vec3 fine = texture2D(noiseMap, p.yx / 1.3).rgb;
    float near = 1.0 - smoothstep(0.004, 0.03, pixel);
    float grey = dot(c, vec3(0.3, 0.6, 0.1));
    if (kind == 1) {
      vec3 b = texture2D(bladeMap, p / 0.62).rgb;
      vec3 b2 = texture2D(bladeMap, (p.yx + 0.31 * p) / 1.37).rgb;
      float blade = mix(b.r, b2.r, 0.35);
      float dry = smoothstep(0.36, 0.68, 0.55 * broad.g + 0.3 * mid.r + 0.25 * b.g);
      vec3 g = mix(c * vec3(0.8, 0.95, 0.7), c * vec3(1.35, 1.12, 0.75), dry);
      g *= 0.35 + 1.25 * blade;
      // Where it has been trodden down the earth shows.
      float bare = smoothstep(0.6, 0.78, 0.6 * mid.b + 0.5 * broad.b) * 0.6;
      g = mix(g, vec3(0.16, 0.115, 0.07) * (0.6 + 0.9 * fine.b), bare);
      soilHeight += near * 0.016 * b.b * (1.0 - bare);
      groundRough = 0.95;
      return g * (0.86 + 0.34 * broad.r);
    }
    if (kind == 2) {
      vec3 s = texture2D(stoneMap, p / 0.3).rgb;
      vec3 a = c * (0.78 + 0.2 * broad.r + 0.22 * mid.g);
      a *= mix(1.0, 0.62 + 0.5 * s.r + 0.34 * s.g * s.b, near * 0.75 + 0.1);
      // Cracks, mended places, dust at the sides of the traffic.
      float level = texture2D(noiseMap, p / 9.3).r;
      float slope = length(vec2(dFdx(level), dFdy(level))) / pixel;
      float crack = 1.0 - smoothstep(0.004, 0.012 + 0.7 * pixel, abs(level - 0.5) / max(slope, 0.12));
      crack *= smoothstep(0.44, 0.6, broad.b + 0.2 * mid.r) * (1.0 - smoothstep(0.02, 0.08, pixel));
      a *= 1.0 - 0.6 * crack;
      a = mix(a, vec3(0.2, 0.18, 0.15), 0.5 * smoothstep(0.48, 0.75, 0.7 * mid.r + 0.35 * broad.g));
      soilHeight += near * (0.0035 * s.r - 0.006 * crack);
      groundRough = 0.88;
      float puddle = wet * smoothstep(0.47, 0.4, 0.7 * broad.r + 0.3 * mid.g);
      groundRough = mix(mix(groundRough, 0.3, wet), 0.04, puddle);
      soilHeight *= 1.0 - puddle;
      return a * (1.0 - 0.45 * wet) * (1.0 - 0.3 * puddle);
    }
    if (kind == 3) {
      vec3 a = c * (0.8 + 0.16 * broad.r + 0.14 * mid.g + 0.12 * fine.b);
      vec2 joint = abs(fract(p / 5.0) - 0.5) * 5.0;
      float line = 1.0 - smoothstep(0.008, 0.014 + pixel, 2.5 - max(joint.x, joint.y));
      a *= 1.0 - 0.55 * line / (1.0 + 6.0 * pixel);
      float stain = smoothstep(0.52, 0.72, 0.6 * mid.b + 0.5 * broad.g);
      a *= 1.0 - 0.25 * stain;
      // Pores and the lines of the broom.
      a *= 1.0 - near * 0.16 * smoothstep(0.6, 0.8, texture2D(noiseMap, p / vec2(0.9, 0.13)).b);
      groundRough = mix(0.85, 0.22, wet * (0.6 + 0.4 * smoothstep(0.5, 0.4, broad.r)));
      return a * (1.0 - 0.4 * wet);
    }
    if (kind == 4) {
      vec3 s = texture2D(stoneMap, p / 0.95).rgb;
      vec3 t = texture2D(stoneMap, p.yx / 2.6 + 0.4).rgb;
      float big = smoothstep(0.62, 0.8, t.g + 0.25 * mid.r);
      float high = mix(s.r, t.r, big);
      vec3 tint = mix(vec3(0.86, 0.9, 0.98), vec3(1.16, 1.02, 0.84), mix(s.g, t.g, big));
      vec3 a = c * tint * mix(1.02, 0.3 + 1.15 * high, 0.35 + 0.65 * near);
      a *= 0.72 + 0.3 * broad.r + 0.3 * mid.g;
      // Fines between the stones where it has been driven on.
      float fines = smoothstep(0.42, 0.62, 0.6 * mid.b + 0.45 * broad.g);
      a = mix(a, vec3(0.3, 0.26, 0.205) * grey / 0.22 * (0.75 + 0.4 * fine.b), 0.55 * fines);
      soilHeight += near * (0.022 * s.r * (1.0 - big) + 0.045 * big * t.r) * (1.0 - 0.7 * fines);
      groundRough = mix(0.95, 0.5, wet);
      return a * (1.0 - 0.4 * wet);
    }
    if (kind == 5) {
      float ripple = sin(14.0 * (p.x + 0.5 * p.y) + 9.0 * mid.r + 3.0 * fine.g);
      float calm = 1.0 - smoothstep(0.03, 0.12, pixel);
      soilHeight += calm * 0.006 * ripple;
      vec3 a = c * (0.82 + 0.22 * broad.r + 0.14 * mid.g + 0.12 * fine.b + 0.04 * calm * ripple);
      groundRough = mix(0.97, 0.75, wet);
      return a * (1.0 - 0.42 * wet);
    }
    vec3 s = texture2D(stoneMap, p / 1.9).rgb;
    float crumb = texture2D(noiseMap, p / 0.42).b;
    float pebble = smoothstep(0.86, 0.92, s.g) * smoothstep(0.2, 0.5, s.r);
    vec3 a = c * (0.42 + 0.3 * broad.r + 0.34 * mid.g + 0.24 * fine.b + 0.3 * mix(0.5, crumb, near));
    a = mix(a, vec3(0.3, 0.27, 0.23) * (0.5 + 0.7 * s.r), 0.7 * pebble * near);
    soilHeight += near * (0.012 * crumb + 0.02 * fine.r + 0.02 * pebble * s.r);
    float puddle = wet * smoothstep(0.42, 0.36, 0.7 * broad.r + 0.3 * mid.g);
    groundRough = mix(mix(0.97, 0.6, wet), 0.05, puddle);
    soilHeight *= 1.0 - puddle;
    return a * (1.0 - 0.5 * wet);
  }
`;

/**
 * The surface at a place: crisp, although the map has a point every few decimetres. Of the four points around
 * it the kind wins that has most weight; a border is as rough as the noise, and blends over a pixel.
 */
export const kSurfaceDeclaration = `
  struct Surface {
    vec4 first;
    vec4 second;
    float share;
  };
  Surface surfaceAt(vec2 uv, vec2 wobble) {
    vec2 size = vec2(textureSize(map, 0));
    vec2 at = uv * size - 0.5 + wobble;
    vec2 f = fract(at);
    ivec2 low = ivec2(floor(at));
    ivec2 most = ivec2(size) - 1;
    vec4 t[4];
    float w[4];
    for (int k = 0; k < 4; k++) {
      ivec2 step = ivec2(k & 1, k >> 1);
      t[k] = texelFetch(map, clamp(low + step, ivec2(0), most), 0);
      w[k] = (step.x == 1 ? f.x : 1.0 - f.x) * (step.y == 1 ? f.y : 1.0 - f.y);
    }
    float best = -1.0;
    Surface s = Surface(t[0], t[0], 0.0);
    for (int k = 0; k < 4; k++) {
      float sum = 0.0;
      for (int n = 0; n < 4; n++) if (distance(t[n], t[k]) < 0.01) sum += w[n];
      if (sum > best) {
        best = sum;
        s.first = t[k];
      }
    }
    float other = 0.0;
    for (int k = 0; k < 4; k++) {
      if (distance(t[k], s.first) < 0.01) continue;
      if (w[k] > other) {
        other = w[k];
        s.second = t[k];
      }
    }
    float blur = clamp(length(fwidth(uv * size)), 0.02, 1.0);
    s.share = 0.5 * (1.0 - smoothstep(0.0, blur, best - (1.0 - best)));
    return s;
  }
  int patternOf(vec4 texel) {
    return int(texel.a * 255.0 / 16.0);
  }
`;
