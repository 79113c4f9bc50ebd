import * as THREE from 'three';

/** As three's AgX, with more contrast and colour in its look: paint on machines is a strong yellow. */
const kPower = '1.24';
const kSaturation = '1.34';

/** What follows in three's code once contrast has been applied. */
const kBeforeLook = 'color = AgXOutsetMatrix * color;';
const kPlaceholder = 'vec3 CustomToneMapping( vec3 color ) { return color; }';

/** Prepares shaders for `toneMapping`. To be called before the first one is made. */
export function installToneMapping(): THREE.ToneMapping {
  const chunk = THREE.ShaderChunk.tonemapping_pars_fragment;
  const start = chunk.indexOf('vec3 AgXToneMapping(');
  const end = chunk.indexOf('\n}', start) + 2;
  if (chunk.includes('color - grey')) return THREE.CustomToneMapping;
  if (start < 0 || !chunk.includes(kPlaceholder)) return THREE.AgXToneMapping;
  const look = `
    color = pow( max( color, vec3( 0.0 ) ), vec3( ${kPower} ) );
    float grey = dot( color, vec3( 0.2126, 0.7152, 0.0722 ) );
    color = grey + ${kSaturation} * ( color - grey );
  `;
  const own = chunk
    .slice(start, end)
    .replace('AgXToneMapping', 'CustomToneMapping')
    .replace(kBeforeLook, `${look}\n${kBeforeLook}`);
  THREE.ShaderChunk.tonemapping_pars_fragment = chunk.replace(kPlaceholder, own);
  return THREE.CustomToneMapping;
}
