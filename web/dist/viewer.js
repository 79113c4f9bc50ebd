const __vite__mapDeps=(i,m=__vite__mapDeps,d=(m.f||(m.f=["./ground_tool.js","./shared.js","./presets.js","./make_aids.js"])))=>i.map(i=>d[i]);
import{$n as e,A as t,B as n,Bn as r,C as i,Ct as a,D as o,Dn as s,Dt as c,E as l,En as u,Et as d,F as f,Fn as p,Ft as m,G as h,Gn as g,H as _,Hn as v,I as y,In as b,It as x,J as S,Jn as C,K as w,Kn as T,L as E,Ln as D,M as O,Mn as k,N as A,Nn as j,O as M,On as N,Ot as P,P as ee,Pn as F,Q as te,Qn as ne,R as re,Rn as ie,S as I,St as ae,T as L,Tn as R,Tt as oe,U as se,V as ce,W as le,Wn as ue,X as de,Xn as fe,Y as pe,Yn as z,Z as me,Zn as he,_ as ge,_t as _e,a as ve,ar as ye,at as be,bn as xe,bt as Se,c as Ce,cr as we,ct as Te,d as Ee,dr as De,dt as B,er as Oe,et as ke,f as Ae,fn as je,ft as Me,g as Ne,gt as Pe,h as V,hn as Fe,ht as Ie,i as Le,ir as H,it as Re,j as U,jn as W,jt as ze,k as Be,kn as Ve,kt as He,l as Ue,lr as We,lt as Ge,mn as Ke,mt as qe,n as Je,nr as Ye,o as Xe,or as Ze,ot as Qe,p as $e,pn as et,pt as G,qn as tt,rr as nt,rt,s as it,sr as at,st as ot,t as st,tr as ct,u as lt,ur as K,ut,v as dt,vn as ft,vt as pt,w as q,wt as mt,x as ht,xt as gt,y as _t,yn as vt,yt,z as bt,zn as xt}from"./presets.js";import{A as St,C as Ct,D as wt,E as Tt,F as Et,G as Dt,H as Ot,J as kt,K as J,M as At,N as jt,P as Mt,Q as Nt,R as Pt,S as Ft,T as It,U as Lt,W as Y,X as Rt,_ as zt,a as Bt,b as Vt,c as Ht,g as Ut,h as Wt,i as Gt,j as X,k as Kt,l as qt,o as Jt,q as Yt,r as Xt,s as Zt,t as Qt,v as $t,w as en,x as tn,y as nn}from"./shared.js";import{a as rn,n as an,r as on,t as sn}from"./groups.js";function cn(){let e=null,t=!1,n=null,r=null;function i(t,a){r=e.requestAnimationFrame(i),n(t,a)}return{start:function(){t!==!0&&n!==null&&e!==null&&(r=e.requestAnimationFrame(i),t=!0)},stop:function(){e!==null&&e.cancelAnimationFrame(r),t=!1},setAnimationLoop:function(e){n=e},setContext:function(t){e=t}}}function ln(e){let t=new WeakMap;function n(t,n){let r=t.array,i=t.usage,a=r.byteLength,o=e.createBuffer();e.bindBuffer(n,o),e.bufferData(n,r,i),t.onUploadCallback();let s;if(r instanceof Float32Array)s=e.FLOAT;else if(typeof Float16Array<`u`&&r instanceof Float16Array)s=e.HALF_FLOAT;else if(r instanceof Uint16Array)s=t.isFloat16BufferAttribute?e.HALF_FLOAT:e.UNSIGNED_SHORT;else if(r instanceof Int16Array)s=e.SHORT;else if(r instanceof Uint32Array)s=e.UNSIGNED_INT;else if(r instanceof Int32Array)s=e.INT;else if(r instanceof Int8Array)s=e.BYTE;else if(r instanceof Uint8Array)s=e.UNSIGNED_BYTE;else if(r instanceof Uint8ClampedArray)s=e.UNSIGNED_BYTE;else throw Error(`THREE.WebGLAttributes: Unsupported buffer data format: `+r);return{buffer:o,type:s,bytesPerElement:r.BYTES_PER_ELEMENT,version:t.version,size:a}}function r(t,n,r){let i=n.array,a=n.updateRanges;if(e.bindBuffer(r,t),a.length===0)e.bufferSubData(r,0,i);else{a.sort((e,t)=>e.start-t.start);let t=0;for(let e=1;e<a.length;e++){let n=a[t],r=a[e];r.start<=n.start+n.count+1?n.count=Math.max(n.count,r.start+r.count-n.start):(++t,a[t]=r)}a.length=t+1;for(let t=0,n=a.length;t<n;t++){let n=a[t];e.bufferSubData(r,n.start*i.BYTES_PER_ELEMENT,i,n.start,n.count)}n.clearUpdateRanges()}n.onUploadCallback()}function i(e){return e.isInterleavedBufferAttribute&&(e=e.data),t.get(e)}function a(n){n.isInterleavedBufferAttribute&&(n=n.data);let r=t.get(n);r&&(e.deleteBuffer(r.buffer),t.delete(n))}function o(e,i){if(e.isInterleavedBufferAttribute&&(e=e.data),e.isGLBufferAttribute){let n=t.get(e);(!n||n.version<e.version)&&t.set(e,{buffer:e.buffer,type:e.type,bytesPerElement:e.elementSize,version:e.version});return}let a=t.get(e);if(a===void 0)t.set(e,n(e,i));else if(a.version<e.version){if(a.size!==e.array.byteLength)throw Error(`THREE.WebGLAttributes: The size of the buffer attribute's array buffer does not match the original size. Resizing buffer attributes is not supported.`);r(a.buffer,e,i),a.version=e.version}}return{get:i,remove:a,update:o}}var Z={alphahash_fragment:`#ifdef USE_ALPHAHASH
	if ( diffuseColor.a < getAlphaHashThreshold( vPosition ) ) discard;
#endif`,alphahash_pars_fragment:`#ifdef USE_ALPHAHASH
	const float ALPHA_HASH_SCALE = 0.05;
	float hash2D( vec2 value ) {
		return fract( 1.0e4 * sin( 17.0 * value.x + 0.1 * value.y ) * ( 0.1 + abs( sin( 13.0 * value.y + value.x ) ) ) );
	}
	float hash3D( vec3 value ) {
		return hash2D( vec2( hash2D( value.xy ), value.z ) );
	}
	float getAlphaHashThreshold( vec3 position ) {
		float maxDeriv = max(
			length( dFdx( position.xyz ) ),
			length( dFdy( position.xyz ) )
		);
		float pixScale = 1.0 / ( ALPHA_HASH_SCALE * maxDeriv );
		vec2 pixScales = vec2(
			exp2( floor( log2( pixScale ) ) ),
			exp2( ceil( log2( pixScale ) ) )
		);
		vec2 alpha = vec2(
			hash3D( floor( pixScales.x * position.xyz ) ),
			hash3D( floor( pixScales.y * position.xyz ) )
		);
		float lerpFactor = fract( log2( pixScale ) );
		float x = ( 1.0 - lerpFactor ) * alpha.x + lerpFactor * alpha.y;
		float a = min( lerpFactor, 1.0 - lerpFactor );
		vec3 cases = vec3(
			x * x / ( 2.0 * a * ( 1.0 - a ) ),
			( x - 0.5 * a ) / ( 1.0 - a ),
			1.0 - ( ( 1.0 - x ) * ( 1.0 - x ) / ( 2.0 * a * ( 1.0 - a ) ) )
		);
		float threshold = ( x < ( 1.0 - a ) )
			? ( ( x < a ) ? cases.x : cases.y )
			: cases.z;
		return clamp( threshold , 1.0e-6, 1.0 );
	}
#endif`,alphamap_fragment:`#ifdef USE_ALPHAMAP
	diffuseColor.a *= texture2D( alphaMap, vAlphaMapUv ).g;
#endif`,alphamap_pars_fragment:`#ifdef USE_ALPHAMAP
	uniform sampler2D alphaMap;
#endif`,alphatest_fragment:`#ifdef USE_ALPHATEST
	#ifdef ALPHA_TO_COVERAGE
	diffuseColor.a = smoothstep( alphaTest, alphaTest + fwidth( diffuseColor.a ), diffuseColor.a );
	if ( diffuseColor.a == 0.0 ) discard;
	#else
	if ( diffuseColor.a < alphaTest ) discard;
	#endif
#endif`,alphatest_pars_fragment:`#ifdef USE_ALPHATEST
	uniform float alphaTest;
#endif`,aomap_fragment:`#ifdef USE_AOMAP
	float ambientOcclusion = ( texture2D( aoMap, vAoMapUv ).r - 1.0 ) * aoMapIntensity + 1.0;
	reflectedLight.indirectDiffuse *= ambientOcclusion;
	#if defined( USE_CLEARCOAT ) 
		clearcoatSpecularIndirect *= ambientOcclusion;
	#endif
	#if defined( USE_SHEEN ) 
		sheenSpecularIndirect *= ambientOcclusion;
	#endif
	#if defined( USE_ENVMAP ) && defined( STANDARD )
		float dotNV = saturate( dot( geometryNormal, geometryViewDir ) );
		reflectedLight.indirectSpecular *= computeSpecularOcclusion( dotNV, ambientOcclusion, material.roughness );
	#endif
#endif`,aomap_pars_fragment:`#ifdef USE_AOMAP
	uniform sampler2D aoMap;
	uniform float aoMapIntensity;
#endif`,batching_pars_vertex:`#ifdef USE_BATCHING
	#if ! defined( GL_ANGLE_multi_draw )
	#define gl_DrawID _gl_DrawID
	uniform int _gl_DrawID;
	#endif
	uniform highp sampler2D batchingTexture;
	uniform highp usampler2D batchingIdTexture;
	mat4 getBatchingMatrix( const in float i ) {
		int size = textureSize( batchingTexture, 0 ).x;
		int j = int( i ) * 4;
		int x = j % size;
		int y = j / size;
		vec4 v1 = texelFetch( batchingTexture, ivec2( x, y ), 0 );
		vec4 v2 = texelFetch( batchingTexture, ivec2( x + 1, y ), 0 );
		vec4 v3 = texelFetch( batchingTexture, ivec2( x + 2, y ), 0 );
		vec4 v4 = texelFetch( batchingTexture, ivec2( x + 3, y ), 0 );
		return mat4( v1, v2, v3, v4 );
	}
	float getIndirectIndex( const in int i ) {
		int size = textureSize( batchingIdTexture, 0 ).x;
		int x = i % size;
		int y = i / size;
		return float( texelFetch( batchingIdTexture, ivec2( x, y ), 0 ).r );
	}
#endif
#ifdef USE_BATCHING_COLOR
	uniform sampler2D batchingColorTexture;
	vec4 getBatchingColor( const in float i ) {
		int size = textureSize( batchingColorTexture, 0 ).x;
		int j = int( i );
		int x = j % size;
		int y = j / size;
		return texelFetch( batchingColorTexture, ivec2( x, y ), 0 );
	}
#endif`,batching_vertex:`#ifdef USE_BATCHING
	mat4 batchingMatrix = getBatchingMatrix( getIndirectIndex( gl_DrawID ) );
#endif`,begin_vertex:`vec3 transformed = vec3( position );
#ifdef USE_ALPHAHASH
	vPosition = vec3( position );
#endif`,beginnormal_vertex:`vec3 objectNormal = vec3( normal );
#ifdef USE_TANGENT
	vec3 objectTangent = vec3( tangent.xyz );
#endif`,bsdfs:`float G_BlinnPhong_Implicit( ) {
	return 0.25;
}
float D_BlinnPhong( const in float shininess, const in float dotNH ) {
	return RECIPROCAL_PI * ( shininess * 0.5 + 1.0 ) * pow( dotNH, shininess );
}
vec3 BRDF_BlinnPhong( const in vec3 lightDir, const in vec3 viewDir, const in vec3 normal, const in vec3 specularColor, const in float shininess ) {
	vec3 halfDir = normalize( lightDir + viewDir );
	float dotNH = saturate( dot( normal, halfDir ) );
	float dotVH = saturate( dot( viewDir, halfDir ) );
	vec3 F = F_Schlick( specularColor, 1.0, dotVH );
	float G = G_BlinnPhong_Implicit( );
	float D = D_BlinnPhong( shininess, dotNH );
	return F * ( G * D );
} // validated`,iridescence_fragment:`#ifdef USE_IRIDESCENCE
	const mat3 XYZ_TO_REC709 = mat3(
		 3.2404542, -0.9692660,  0.0556434,
		-1.5371385,  1.8760108, -0.2040259,
		-0.4985314,  0.0415560,  1.0572252
	);
	vec3 Fresnel0ToIor( vec3 fresnel0 ) {
		vec3 sqrtF0 = sqrt( fresnel0 );
		return ( vec3( 1.0 ) + sqrtF0 ) / ( vec3( 1.0 ) - sqrtF0 );
	}
	vec3 IorToFresnel0( vec3 transmittedIor, float incidentIor ) {
		return pow2( ( transmittedIor - vec3( incidentIor ) ) / ( transmittedIor + vec3( incidentIor ) ) );
	}
	float IorToFresnel0( float transmittedIor, float incidentIor ) {
		return pow2( ( transmittedIor - incidentIor ) / ( transmittedIor + incidentIor ));
	}
	vec3 evalSensitivity( float OPD, vec3 shift ) {
		float phase = 2.0 * PI * OPD * 1.0e-9;
		vec3 val = vec3( 5.4856e-13, 4.4201e-13, 5.2481e-13 );
		vec3 pos = vec3( 1.6810e+06, 1.7953e+06, 2.2084e+06 );
		vec3 var = vec3( 4.3278e+09, 9.3046e+09, 6.6121e+09 );
		vec3 xyz = val * sqrt( 2.0 * PI * var ) * cos( pos * phase + shift ) * exp( - pow2( phase ) * var );
		xyz.x += 9.7470e-14 * sqrt( 2.0 * PI * 4.5282e+09 ) * cos( 2.2399e+06 * phase + shift[ 0 ] ) * exp( - 4.5282e+09 * pow2( phase ) );
		xyz /= 1.0685e-7;
		vec3 rgb = XYZ_TO_REC709 * xyz;
		return rgb;
	}
	vec3 evalIridescence( float outsideIOR, float eta2, float cosTheta1, float thinFilmThickness, vec3 baseF0 ) {
		vec3 I;
		float iridescenceIOR = mix( outsideIOR, eta2, smoothstep( 0.0, 0.03, thinFilmThickness ) );
		float sinTheta2Sq = pow2( outsideIOR / iridescenceIOR ) * ( 1.0 - pow2( cosTheta1 ) );
		float cosTheta2Sq = 1.0 - sinTheta2Sq;
		if ( cosTheta2Sq < 0.0 ) {
			return vec3( 1.0 );
		}
		float cosTheta2 = sqrt( cosTheta2Sq );
		float R0 = IorToFresnel0( iridescenceIOR, outsideIOR );
		float R12 = F_Schlick( R0, 1.0, cosTheta1 );
		float T121 = 1.0 - R12;
		float phi12 = 0.0;
		if ( iridescenceIOR < outsideIOR ) phi12 = PI;
		float phi21 = PI - phi12;
		vec3 baseIOR = Fresnel0ToIor( clamp( baseF0, 0.0, 0.9999 ) );		vec3 R1 = IorToFresnel0( baseIOR, iridescenceIOR );
		vec3 R23 = F_Schlick( R1, 1.0, cosTheta2 );
		vec3 phi23 = vec3( 0.0 );
		if ( baseIOR[ 0 ] < iridescenceIOR ) phi23[ 0 ] = PI;
		if ( baseIOR[ 1 ] < iridescenceIOR ) phi23[ 1 ] = PI;
		if ( baseIOR[ 2 ] < iridescenceIOR ) phi23[ 2 ] = PI;
		float OPD = 2.0 * iridescenceIOR * thinFilmThickness * cosTheta2;
		vec3 phi = vec3( phi21 ) + phi23;
		vec3 R123 = clamp( R12 * R23, 1e-5, 0.9999 );
		vec3 r123 = sqrt( R123 );
		vec3 Rs = pow2( T121 ) * R23 / ( vec3( 1.0 ) - R123 );
		vec3 C0 = R12 + Rs;
		I = C0;
		vec3 Cm = Rs - T121;
		for ( int m = 1; m <= 2; ++ m ) {
			Cm *= r123;
			vec3 Sm = 2.0 * evalSensitivity( float( m ) * OPD, float( m ) * phi );
			I += Cm * Sm;
		}
		return max( I, vec3( 0.0 ) );
	}
#endif`,bumpmap_pars_fragment:`#ifdef USE_BUMPMAP
	uniform sampler2D bumpMap;
	uniform float bumpScale;
	vec2 dHdxy_fwd() {
		vec2 dSTdx = dFdx( vBumpMapUv );
		vec2 dSTdy = dFdy( vBumpMapUv );
		float Hll = bumpScale * texture2D( bumpMap, vBumpMapUv ).x;
		float dBx = bumpScale * texture2D( bumpMap, vBumpMapUv + dSTdx ).x - Hll;
		float dBy = bumpScale * texture2D( bumpMap, vBumpMapUv + dSTdy ).x - Hll;
		return vec2( dBx, dBy );
	}
	vec3 perturbNormalArb( vec3 surf_pos, vec3 surf_norm, vec2 dHdxy, float faceDirection ) {
		vec3 vSigmaX = normalize( dFdx( surf_pos.xyz ) );
		vec3 vSigmaY = normalize( dFdy( surf_pos.xyz ) );
		vec3 vN = surf_norm;
		vec3 R1 = cross( vSigmaY, vN );
		vec3 R2 = cross( vN, vSigmaX );
		float fDet = dot( vSigmaX, R1 ) * faceDirection;
		vec3 vGrad = sign( fDet ) * ( dHdxy.x * R1 + dHdxy.y * R2 );
		return normalize( abs( fDet ) * surf_norm - vGrad );
	}
#endif`,clipping_planes_fragment:`#if NUM_CLIPPING_PLANES > 0
	vec4 plane;
	#ifdef ALPHA_TO_COVERAGE
		float distanceToPlane, distanceGradient;
		float clipOpacity = 1.0;
		#pragma unroll_loop_start
		for ( int i = 0; i < UNION_CLIPPING_PLANES; i ++ ) {
			plane = clippingPlanes[ i ];
			distanceToPlane = - dot( vClipPosition, plane.xyz ) + plane.w;
			distanceGradient = fwidth( distanceToPlane ) / 2.0;
			clipOpacity *= smoothstep( - distanceGradient, distanceGradient, distanceToPlane );
			if ( clipOpacity == 0.0 ) discard;
		}
		#pragma unroll_loop_end
		#if UNION_CLIPPING_PLANES < NUM_CLIPPING_PLANES
			float unionClipOpacity = 1.0;
			#pragma unroll_loop_start
			for ( int i = UNION_CLIPPING_PLANES; i < NUM_CLIPPING_PLANES; i ++ ) {
				plane = clippingPlanes[ i ];
				distanceToPlane = - dot( vClipPosition, plane.xyz ) + plane.w;
				distanceGradient = fwidth( distanceToPlane ) / 2.0;
				unionClipOpacity *= 1.0 - smoothstep( - distanceGradient, distanceGradient, distanceToPlane );
			}
			#pragma unroll_loop_end
			clipOpacity *= 1.0 - unionClipOpacity;
		#endif
		diffuseColor.a *= clipOpacity;
		if ( diffuseColor.a == 0.0 ) discard;
	#else
		#pragma unroll_loop_start
		for ( int i = 0; i < UNION_CLIPPING_PLANES; i ++ ) {
			plane = clippingPlanes[ i ];
			if ( dot( vClipPosition, plane.xyz ) > plane.w ) discard;
		}
		#pragma unroll_loop_end
		#if UNION_CLIPPING_PLANES < NUM_CLIPPING_PLANES
			bool clipped = true;
			#pragma unroll_loop_start
			for ( int i = UNION_CLIPPING_PLANES; i < NUM_CLIPPING_PLANES; i ++ ) {
				plane = clippingPlanes[ i ];
				clipped = ( dot( vClipPosition, plane.xyz ) > plane.w ) && clipped;
			}
			#pragma unroll_loop_end
			if ( clipped ) discard;
		#endif
	#endif
#endif`,clipping_planes_pars_fragment:`#if NUM_CLIPPING_PLANES > 0
	varying vec3 vClipPosition;
	uniform vec4 clippingPlanes[ NUM_CLIPPING_PLANES ];
#endif`,clipping_planes_pars_vertex:`#if NUM_CLIPPING_PLANES > 0
	varying vec3 vClipPosition;
#endif`,clipping_planes_vertex:`#if NUM_CLIPPING_PLANES > 0
	vClipPosition = - mvPosition.xyz;
#endif`,color_fragment:`#if defined( USE_COLOR ) || defined( USE_COLOR_ALPHA )
	diffuseColor *= vColor;
#endif`,color_pars_fragment:`#if defined( USE_COLOR ) || defined( USE_COLOR_ALPHA )
	varying vec4 vColor;
#endif`,color_pars_vertex:`#if defined( USE_COLOR ) || defined( USE_COLOR_ALPHA ) || defined( USE_INSTANCING_COLOR ) || defined( USE_BATCHING_COLOR )
	varying vec4 vColor;
#endif`,color_vertex:`#if defined( USE_COLOR ) || defined( USE_COLOR_ALPHA ) || defined( USE_INSTANCING_COLOR ) || defined( USE_BATCHING_COLOR )
	vColor = vec4( 1.0 );
#endif
#ifdef USE_COLOR_ALPHA
	vColor *= color;
#elif defined( USE_COLOR )
	vColor.rgb *= color;
#endif
#ifdef USE_INSTANCING_COLOR
	vColor.rgb *= instanceColor.rgb;
#endif
#ifdef USE_BATCHING_COLOR
	vColor *= getBatchingColor( getIndirectIndex( gl_DrawID ) );
#endif`,common:`#define PI 3.141592653589793
#define PI2 6.283185307179586
#define PI_HALF 1.5707963267948966
#define RECIPROCAL_PI 0.3183098861837907
#define RECIPROCAL_PI2 0.15915494309189535
#define EPSILON 1e-6
#ifndef saturate
#define saturate( a ) clamp( a, 0.0, 1.0 )
#endif
#define whiteComplement( a ) ( 1.0 - saturate( a ) )
float pow2( const in float x ) { return x*x; }
vec3 pow2( const in vec3 x ) { return x*x; }
float pow3( const in float x ) { return x*x*x; }
float pow4( const in float x ) { float x2 = x*x; return x2*x2; }
float max3( const in vec3 v ) { return max( max( v.x, v.y ), v.z ); }
float average( const in vec3 v ) { return dot( v, vec3( 0.3333333 ) ); }
highp float rand( const in vec2 uv ) {
	const highp float a = 12.9898, b = 78.233, c = 43758.5453;
	highp float dt = dot( uv.xy, vec2( a,b ) ), sn = mod( dt, PI );
	return fract( sin( sn ) * c );
}
#ifdef HIGH_PRECISION
	float precisionSafeLength( vec3 v ) { return length( v ); }
#else
	float precisionSafeLength( vec3 v ) {
		float maxComponent = max3( abs( v ) );
		return length( v / maxComponent ) * maxComponent;
	}
#endif
struct IncidentLight {
	vec3 color;
	vec3 direction;
	bool visible;
};
struct ReflectedLight {
	vec3 directDiffuse;
	vec3 directSpecular;
	vec3 indirectDiffuse;
	vec3 indirectSpecular;
};
#ifdef USE_ALPHAHASH
	varying vec3 vPosition;
#endif
vec3 transformDirection( in vec3 dir, in mat4 matrix ) {
	return normalize( ( matrix * vec4( dir, 0.0 ) ).xyz );
}
#define inverseTransformDirection transformDirectionByInverseViewMatrix
vec3 transformNormalByInverseViewMatrix( in vec3 normal, in mat4 viewMatrix ) {
	return normalize( ( vec4( normal, 0.0 ) * viewMatrix ).xyz );
}
vec3 transformDirectionByInverseViewMatrix( in vec3 dir, in mat4 viewMatrix ) {
	return normalize( ( vec4( dir, 0.0 ) * viewMatrix ).xyz );
}
bool isPerspectiveMatrix( mat4 m ) {
	return m[ 2 ][ 3 ] == - 1.0;
}
vec2 equirectUv( in vec3 dir ) {
	float u = atan( dir.z, dir.x ) * RECIPROCAL_PI2 + 0.5;
	float v = asin( clamp( dir.y, - 1.0, 1.0 ) ) * RECIPROCAL_PI + 0.5;
	return vec2( u, v );
}
vec3 BRDF_Lambert( const in vec3 diffuseColor ) {
	return RECIPROCAL_PI * diffuseColor;
}
vec3 F_Schlick( const in vec3 f0, const in float f90, const in float dotVH ) {
	float fresnel = exp2( ( - 5.55473 * dotVH - 6.98316 ) * dotVH );
	return f0 * ( 1.0 - fresnel ) + ( f90 * fresnel );
}
float F_Schlick( const in float f0, const in float f90, const in float dotVH ) {
	float fresnel = exp2( ( - 5.55473 * dotVH - 6.98316 ) * dotVH );
	return f0 * ( 1.0 - fresnel ) + ( f90 * fresnel );
} // validated`,defaultnormal_vertex:`vec3 transformedNormal = objectNormal;
#ifdef USE_TANGENT
	vec3 transformedTangent = objectTangent;
#endif
#ifdef USE_BATCHING
	mat3 bm = mat3( batchingMatrix );
	transformedNormal /= vec3( dot( bm[ 0 ], bm[ 0 ] ), dot( bm[ 1 ], bm[ 1 ] ), dot( bm[ 2 ], bm[ 2 ] ) );
	transformedNormal = bm * transformedNormal;
	#ifdef USE_TANGENT
		transformedTangent = bm * transformedTangent;
	#endif
#endif
#ifdef USE_INSTANCING
	mat3 im = mat3( instanceMatrix );
	transformedNormal /= vec3( dot( im[ 0 ], im[ 0 ] ), dot( im[ 1 ], im[ 1 ] ), dot( im[ 2 ], im[ 2 ] ) );
	transformedNormal = im * transformedNormal;
	#ifdef USE_TANGENT
		transformedTangent = im * transformedTangent;
	#endif
#endif
transformedNormal = normalMatrix * transformedNormal;
#ifdef FLIP_SIDED
	transformedNormal = - transformedNormal;
#endif
#ifdef USE_TANGENT
	transformedTangent = ( modelViewMatrix * vec4( transformedTangent, 0.0 ) ).xyz;
#endif`,displacementmap_pars_vertex:`#ifdef USE_DISPLACEMENTMAP
	uniform sampler2D displacementMap;
	uniform float displacementScale;
	uniform float displacementBias;
#endif`,displacementmap_vertex:`#ifdef USE_DISPLACEMENTMAP
	transformed += normalize( objectNormal ) * ( texture2D( displacementMap, vDisplacementMapUv ).x * displacementScale + displacementBias );
#endif`,emissivemap_fragment:`#ifdef USE_EMISSIVEMAP
	vec4 emissiveColor = texture2D( emissiveMap, vEmissiveMapUv );
	#ifdef DECODE_VIDEO_TEXTURE_EMISSIVE
		emissiveColor = sRGBTransferEOTF( emissiveColor );
	#endif
	totalEmissiveRadiance *= emissiveColor.rgb;
#endif`,emissivemap_pars_fragment:`#ifdef USE_EMISSIVEMAP
	uniform sampler2D emissiveMap;
#endif`,colorspace_fragment:`gl_FragColor = linearToOutputTexel( gl_FragColor );`,colorspace_pars_fragment:`vec4 LinearTransferOETF( in vec4 value ) {
	return value;
}
vec4 sRGBTransferEOTF( in vec4 value ) {
	return vec4( mix( pow( value.rgb * 0.9478672986 + vec3( 0.0521327014 ), vec3( 2.4 ) ), value.rgb * 0.0773993808, vec3( lessThanEqual( value.rgb, vec3( 0.04045 ) ) ) ), value.a );
}
vec4 sRGBTransferOETF( in vec4 value ) {
	return vec4( mix( pow( value.rgb, vec3( 0.41666 ) ) * 1.055 - vec3( 0.055 ), value.rgb * 12.92, vec3( lessThanEqual( value.rgb, vec3( 0.0031308 ) ) ) ), value.a );
}`,envmap_fragment:`#ifdef USE_ENVMAP
	#ifdef ENV_WORLDPOS
		vec3 cameraToFrag;
		if ( isOrthographic ) {
			cameraToFrag = normalize( vec3( - viewMatrix[ 0 ][ 2 ], - viewMatrix[ 1 ][ 2 ], - viewMatrix[ 2 ][ 2 ] ) );
		} else {
			cameraToFrag = normalize( vWorldPosition - cameraPosition );
		}
		vec3 worldNormal = transformNormalByInverseViewMatrix( normal, viewMatrix );
		#ifdef ENVMAP_MODE_REFLECTION
			vec3 reflectVec = reflect( cameraToFrag, worldNormal );
		#else
			vec3 reflectVec = refract( cameraToFrag, worldNormal, refractionRatio );
		#endif
	#else
		vec3 reflectVec = vReflect;
	#endif
	#ifdef ENVMAP_TYPE_CUBE
		vec4 envColor = textureCube( envMap, envMapRotation * reflectVec );
		#ifdef ENVMAP_BLENDING_MULTIPLY
			outgoingLight = mix( outgoingLight, outgoingLight * envColor.xyz, specularStrength * reflectivity );
		#elif defined( ENVMAP_BLENDING_MIX )
			outgoingLight = mix( outgoingLight, envColor.xyz, specularStrength * reflectivity );
		#elif defined( ENVMAP_BLENDING_ADD )
			outgoingLight += envColor.xyz * specularStrength * reflectivity;
		#endif
	#endif
#endif`,envmap_common_pars_fragment:`#ifdef USE_ENVMAP
	uniform float envMapIntensity;
	uniform mat3 envMapRotation;
	uniform samplerCube envMap;
	#ifdef ENVMAP_TYPE_PMREM
		float roughnessToMip( const in float roughness ) {
			float r = clamp( roughness, 0.0, 1.0 );
			return ENVMAP_MAX_LOD * r * ( 2.0 - r );
		}
	#endif
#endif`,envmap_pars_fragment:`#ifdef USE_ENVMAP
	uniform float reflectivity;
	#if defined( USE_BUMPMAP ) || defined( USE_NORMALMAP ) || defined( PHONG ) || defined( LAMBERT )
		#define ENV_WORLDPOS
	#endif
	#ifdef ENV_WORLDPOS
		varying vec3 vWorldPosition;
		uniform float refractionRatio;
	#else
		varying vec3 vReflect;
	#endif
#endif`,envmap_pars_vertex:`#ifdef USE_ENVMAP
	#if defined( USE_BUMPMAP ) || defined( USE_NORMALMAP ) || defined( PHONG ) || defined( LAMBERT )
		#define ENV_WORLDPOS
	#endif
	#ifdef ENV_WORLDPOS
		
		varying vec3 vWorldPosition;
	#else
		varying vec3 vReflect;
		uniform float refractionRatio;
	#endif
#endif`,envmap_physical_pars_fragment:`#ifdef USE_ENVMAP
	vec3 getIBLIrradiance( const in vec3 normal ) {
		#ifdef ENVMAP_TYPE_PMREM
			vec3 worldNormal = transformNormalByInverseViewMatrix( normal, viewMatrix );
			vec4 envMapColor = textureLod( envMap, envMapRotation * worldNormal, ENVMAP_MAX_LOD );
			return PI * envMapColor.rgb * envMapIntensity;
		#else
			return vec3( 0.0 );
		#endif
	}
	vec3 getIBLRadiance( const in vec3 viewDir, const in vec3 normal, const in float roughness ) {
		#ifdef ENVMAP_TYPE_PMREM
			vec3 reflectVec = reflect( - viewDir, normal );
			reflectVec = normalize( mix( reflectVec, normal, pow4( roughness ) ) );
			reflectVec = transformDirectionByInverseViewMatrix( reflectVec, viewMatrix );
			vec4 envMapColor = textureLod( envMap, envMapRotation * reflectVec, roughnessToMip( roughness ) );
			return envMapColor.rgb * envMapIntensity;
		#else
			return vec3( 0.0 );
		#endif
	}
	#ifdef USE_RETROREFLECTION
		vec3 getIBLRetroRadiance( const in vec3 viewDir, const in vec3 normal, const in float roughness ) {
			#ifdef ENVMAP_TYPE_PMREM
				vec3 retroVec = normalize( mix( viewDir, normal, pow4( roughness ) ) );
				retroVec = transformDirectionByInverseViewMatrix( retroVec, viewMatrix );
				vec4 envMapColor = textureLod( envMap, envMapRotation * retroVec, roughnessToMip( roughness ) );
				return envMapColor.rgb * envMapIntensity;
			#else
				return vec3( 0.0 );
			#endif
		}
	#endif
	#ifdef USE_ANISOTROPY
		vec3 getIBLAnisotropyRadiance( const in vec3 viewDir, const in vec3 normal, const in float roughness, const in vec3 bitangent, const in float anisotropy ) {
			#ifdef ENVMAP_TYPE_PMREM
				vec3 bentNormal = cross( bitangent, viewDir );
				bentNormal = normalize( cross( bentNormal, bitangent ) );
				bentNormal = normalize( mix( bentNormal, normal, pow2( pow2( 1.0 - anisotropy * ( 1.0 - roughness ) ) ) ) );
				return getIBLRadiance( viewDir, bentNormal, roughness );
			#else
				return vec3( 0.0 );
			#endif
		}
		#ifdef USE_RETROREFLECTION
			vec3 getIBLAnisotropyRetroRadiance( const in vec3 viewDir, const in vec3 normal, const in float roughness, const in vec3 bitangent, const in float anisotropy ) {
				#ifdef ENVMAP_TYPE_PMREM
					vec3 bentNormal = cross( bitangent, viewDir );
					bentNormal = normalize( cross( bentNormal, bitangent ) );
					bentNormal = normalize( mix( bentNormal, normal, pow2( pow2( 1.0 - anisotropy * ( 1.0 - roughness ) ) ) ) );
					return getIBLRetroRadiance( viewDir, bentNormal, roughness );
				#else
					return vec3( 0.0 );
				#endif
			}
		#endif
	#endif
#endif`,envmap_vertex:`#ifdef USE_ENVMAP
	#ifdef ENV_WORLDPOS
		vWorldPosition = worldPosition.xyz;
	#else
		vec3 cameraToVertex;
		if ( isOrthographic ) {
			cameraToVertex = normalize( vec3( - viewMatrix[ 0 ][ 2 ], - viewMatrix[ 1 ][ 2 ], - viewMatrix[ 2 ][ 2 ] ) );
		} else {
			cameraToVertex = normalize( worldPosition.xyz - cameraPosition );
		}
		vec3 worldNormal = transformNormalByInverseViewMatrix( transformedNormal, viewMatrix );
		#ifdef ENVMAP_MODE_REFLECTION
			vReflect = reflect( cameraToVertex, worldNormal );
		#else
			vReflect = refract( cameraToVertex, worldNormal, refractionRatio );
		#endif
	#endif
#endif`,fog_vertex:`#ifdef USE_FOG
	vFogDepth = - mvPosition.z;
#endif`,fog_pars_vertex:`#ifdef USE_FOG
	varying float vFogDepth;
#endif`,fog_fragment:`#ifdef USE_FOG
	#ifdef FOG_EXP2
		float fogFactor = 1.0 - exp( - fogDensity * fogDensity * vFogDepth * vFogDepth );
	#else
		float fogFactor = smoothstep( fogNear, fogFar, vFogDepth );
	#endif
	gl_FragColor.rgb = mix( gl_FragColor.rgb, fogColor, fogFactor );
#endif`,fog_pars_fragment:`#ifdef USE_FOG
	uniform vec3 fogColor;
	varying float vFogDepth;
	#ifdef FOG_EXP2
		uniform float fogDensity;
	#else
		uniform float fogNear;
		uniform float fogFar;
	#endif
#endif`,gradientmap_pars_fragment:`#ifdef USE_GRADIENTMAP
	uniform sampler2D gradientMap;
#endif
vec3 getGradientIrradiance( vec3 normal, vec3 lightDirection ) {
	float dotNL = dot( normal, lightDirection );
	vec2 coord = vec2( dotNL * 0.5 + 0.5, 0.0 );
	#ifdef USE_GRADIENTMAP
		return vec3( texture2D( gradientMap, coord ).r );
	#else
		vec2 fw = fwidth( coord ) * 0.5;
		return mix( vec3( 0.7 ), vec3( 1.0 ), smoothstep( 0.7 - fw.x, 0.7 + fw.x, coord.x ) );
	#endif
}`,lightmap_pars_fragment:`#ifdef USE_LIGHTMAP
	uniform sampler2D lightMap;
	uniform float lightMapIntensity;
#endif`,lights_lambert_fragment:`LambertMaterial material;
material.diffuseColor = diffuseColor.rgb;
material.specularStrength = specularStrength;`,lights_lambert_pars_fragment:`varying vec3 vViewPosition;
struct LambertMaterial {
	vec3 diffuseColor;
	float specularStrength;
};
void RE_Direct_Lambert( const in IncidentLight directLight, const in vec3 geometryPosition, const in vec3 geometryNormal, const in vec3 geometryViewDir, const in vec3 geometryClearcoatNormal, const in LambertMaterial material, inout ReflectedLight reflectedLight ) {
	float dotNL = saturate( dot( geometryNormal, directLight.direction ) );
	vec3 irradiance = dotNL * directLight.color;
	reflectedLight.directDiffuse += irradiance * BRDF_Lambert( material.diffuseColor );
}
void RE_IndirectDiffuse_Lambert( const in vec3 irradiance, const in vec3 geometryPosition, const in vec3 geometryNormal, const in vec3 geometryViewDir, const in vec3 geometryClearcoatNormal, const in LambertMaterial material, inout ReflectedLight reflectedLight ) {
	reflectedLight.indirectDiffuse += irradiance * BRDF_Lambert( material.diffuseColor );
}
#define RE_Direct				RE_Direct_Lambert
#define RE_IndirectDiffuse		RE_IndirectDiffuse_Lambert`,lights_pars_begin:`uniform bool receiveShadow;
uniform vec3 ambientLightColor;
#if defined( USE_LIGHT_PROBES )
	uniform vec3 lightProbe[ 9 ];
#endif
vec3 shGetIrradianceAt( in vec3 normal, in vec3 shCoefficients[ 9 ] ) {
	float x = normal.x, y = normal.y, z = normal.z;
	vec3 result = shCoefficients[ 0 ] * 0.886227;
	result += shCoefficients[ 1 ] * 2.0 * 0.511664 * y;
	result += shCoefficients[ 2 ] * 2.0 * 0.511664 * z;
	result += shCoefficients[ 3 ] * 2.0 * 0.511664 * x;
	result += shCoefficients[ 4 ] * 2.0 * 0.429043 * x * y;
	result += shCoefficients[ 5 ] * 2.0 * 0.429043 * y * z;
	result += shCoefficients[ 6 ] * ( 0.743125 * z * z - 0.247708 );
	result += shCoefficients[ 7 ] * 2.0 * 0.429043 * x * z;
	result += shCoefficients[ 8 ] * 0.429043 * ( x * x - y * y );
	return result;
}
vec3 getLightProbeIrradiance( const in vec3 lightProbe[ 9 ], const in vec3 normal ) {
	vec3 worldNormal = transformNormalByInverseViewMatrix( normal, viewMatrix );
	vec3 irradiance = shGetIrradianceAt( worldNormal, lightProbe );
	return irradiance;
}
vec3 getAmbientLightIrradiance( const in vec3 ambientLightColor ) {
	vec3 irradiance = ambientLightColor;
	return irradiance;
}
float getDistanceAttenuation( const in float lightDistance, const in float cutoffDistance, const in float decayExponent ) {
	float distanceFalloff = 1.0 / max( pow( lightDistance, decayExponent ), 0.01 );
	if ( cutoffDistance > 0.0 ) {
		distanceFalloff *= pow2( saturate( 1.0 - pow4( lightDistance / cutoffDistance ) ) );
	}
	return distanceFalloff;
}
float getSpotAttenuation( const in float coneCosine, const in float penumbraCosine, const in float angleCosine ) {
	return smoothstep( coneCosine, penumbraCosine, angleCosine );
}
#if NUM_SUN_LIGHTS > 0
	struct SunLight {
		vec3 direction;
		vec3 color;
	};
	uniform SunLight sunLights[ NUM_SUN_LIGHTS ];
	void getSunLightInfo( const in SunLight sunLight, out IncidentLight light ) {
		light.color = sunLight.color;
		light.direction = sunLight.direction;
		light.visible = true;
	}
#endif
#if NUM_DIR_LIGHTS > 0
	struct DirectionalLight {
		vec3 direction;
		vec3 color;
	};
	uniform DirectionalLight directionalLights[ NUM_DIR_LIGHTS ];
	void getDirectionalLightInfo( const in DirectionalLight directionalLight, out IncidentLight light ) {
		light.color = directionalLight.color;
		light.direction = directionalLight.direction;
		light.visible = true;
	}
#endif
#if NUM_POINT_LIGHTS > 0
	struct PointLight {
		vec3 position;
		vec3 color;
		float distance;
		float decay;
	};
	uniform PointLight pointLights[ NUM_POINT_LIGHTS ];
	void getPointLightInfo( const in PointLight pointLight, const in vec3 geometryPosition, out IncidentLight light ) {
		vec3 lVector = pointLight.position - geometryPosition;
		light.direction = normalize( lVector );
		float lightDistance = length( lVector );
		light.color = pointLight.color;
		light.color *= getDistanceAttenuation( lightDistance, pointLight.distance, pointLight.decay );
		light.visible = ( light.color != vec3( 0.0 ) );
	}
#endif
#if NUM_SPOT_LIGHTS > 0
	struct SpotLight {
		vec3 position;
		vec3 direction;
		vec3 color;
		float distance;
		float decay;
		float coneCos;
		float penumbraCos;
	};
	uniform SpotLight spotLights[ NUM_SPOT_LIGHTS ];
	void getSpotLightInfo( const in SpotLight spotLight, const in vec3 geometryPosition, out IncidentLight light ) {
		vec3 lVector = spotLight.position - geometryPosition;
		light.direction = normalize( lVector );
		float angleCos = dot( light.direction, spotLight.direction );
		float spotAttenuation = getSpotAttenuation( spotLight.coneCos, spotLight.penumbraCos, angleCos );
		if ( spotAttenuation > 0.0 ) {
			float lightDistance = length( lVector );
			light.color = spotLight.color * spotAttenuation;
			light.color *= getDistanceAttenuation( lightDistance, spotLight.distance, spotLight.decay );
			light.visible = ( light.color != vec3( 0.0 ) );
		} else {
			light.color = vec3( 0.0 );
			light.visible = false;
		}
	}
#endif
#if NUM_RECT_AREA_LIGHTS > 0
	struct RectAreaLight {
		vec3 color;
		vec3 position;
		vec3 halfWidth;
		vec3 halfHeight;
	};
	uniform sampler2D ltc_1;	uniform sampler2D ltc_2;
	uniform RectAreaLight rectAreaLights[ NUM_RECT_AREA_LIGHTS ];
#endif
#if NUM_HEMI_LIGHTS > 0
	struct HemisphereLight {
		vec3 direction;
		vec3 skyColor;
		vec3 groundColor;
	};
	uniform HemisphereLight hemisphereLights[ NUM_HEMI_LIGHTS ];
	vec3 getHemisphereLightIrradiance( const in HemisphereLight hemiLight, const in vec3 normal ) {
		float dotNL = dot( normal, hemiLight.direction );
		float hemiDiffuseWeight = 0.5 * dotNL + 0.5;
		vec3 irradiance = mix( hemiLight.groundColor, hemiLight.skyColor, hemiDiffuseWeight );
		return irradiance;
	}
#endif
#include <lightprobes_pars_fragment>`,lights_toon_fragment:`ToonMaterial material;
material.diffuseColor = diffuseColor.rgb;`,lights_toon_pars_fragment:`varying vec3 vViewPosition;
struct ToonMaterial {
	vec3 diffuseColor;
};
void RE_Direct_Toon( const in IncidentLight directLight, const in vec3 geometryPosition, const in vec3 geometryNormal, const in vec3 geometryViewDir, const in vec3 geometryClearcoatNormal, const in ToonMaterial material, inout ReflectedLight reflectedLight ) {
	vec3 irradiance = getGradientIrradiance( geometryNormal, directLight.direction ) * directLight.color;
	reflectedLight.directDiffuse += irradiance * BRDF_Lambert( material.diffuseColor );
}
void RE_IndirectDiffuse_Toon( const in vec3 irradiance, const in vec3 geometryPosition, const in vec3 geometryNormal, const in vec3 geometryViewDir, const in vec3 geometryClearcoatNormal, const in ToonMaterial material, inout ReflectedLight reflectedLight ) {
	reflectedLight.indirectDiffuse += irradiance * BRDF_Lambert( material.diffuseColor );
}
#define RE_Direct				RE_Direct_Toon
#define RE_IndirectDiffuse		RE_IndirectDiffuse_Toon`,lights_phong_fragment:`BlinnPhongMaterial material;
material.diffuseColor = diffuseColor.rgb;
material.specularColor = specular;
material.specularShininess = shininess;
material.specularStrength = specularStrength;`,lights_phong_pars_fragment:`varying vec3 vViewPosition;
struct BlinnPhongMaterial {
	vec3 diffuseColor;
	vec3 specularColor;
	float specularShininess;
	float specularStrength;
};
void RE_Direct_BlinnPhong( const in IncidentLight directLight, const in vec3 geometryPosition, const in vec3 geometryNormal, const in vec3 geometryViewDir, const in vec3 geometryClearcoatNormal, const in BlinnPhongMaterial material, inout ReflectedLight reflectedLight ) {
	float dotNL = saturate( dot( geometryNormal, directLight.direction ) );
	vec3 irradiance = dotNL * directLight.color;
	reflectedLight.directDiffuse += irradiance * BRDF_Lambert( material.diffuseColor );
	reflectedLight.directSpecular += irradiance * BRDF_BlinnPhong( directLight.direction, geometryViewDir, geometryNormal, material.specularColor, material.specularShininess ) * material.specularStrength;
}
void RE_IndirectDiffuse_BlinnPhong( const in vec3 irradiance, const in vec3 geometryPosition, const in vec3 geometryNormal, const in vec3 geometryViewDir, const in vec3 geometryClearcoatNormal, const in BlinnPhongMaterial material, inout ReflectedLight reflectedLight ) {
	reflectedLight.indirectDiffuse += irradiance * BRDF_Lambert( material.diffuseColor );
}
#define RE_Direct				RE_Direct_BlinnPhong
#define RE_IndirectDiffuse		RE_IndirectDiffuse_BlinnPhong`,lights_physical_fragment:`PhysicalMaterial material;
material.diffuseColor = diffuseColor.rgb;
material.diffuseContribution = diffuseColor.rgb * ( 1.0 - metalnessFactor );
material.metalness = metalnessFactor;
vec3 dxy = max( abs( dFdx( nonPerturbedNormal ) ), abs( dFdy( nonPerturbedNormal ) ) );
float geometryRoughness = max( max( dxy.x, dxy.y ), dxy.z );
material.roughness = max( roughnessFactor, 0.045 );
material.roughness += geometryRoughness;
material.roughness = min( material.roughness, 1.0 );
#ifdef USE_DIFFUSE_ROUGHNESS
	float diffuseRoughnessFactor = diffuseRoughness;
	#ifdef USE_DIFFUSE_ROUGHNESSMAP
		diffuseRoughnessFactor *= texture2D( diffuseRoughnessMap, vDiffuseRoughnessMapUv ).r;
	#endif
	material.diffuseRoughness = saturate( diffuseRoughnessFactor );
#endif
#ifdef IOR
	material.ior = ior;
	#ifdef USE_SPECULAR
		float specularIntensityFactor = specularIntensity;
		vec3 specularColorFactor = specularColor;
		#ifdef USE_SPECULAR_COLORMAP
			specularColorFactor *= texture2D( specularColorMap, vSpecularColorMapUv ).rgb;
		#endif
		#ifdef USE_SPECULAR_INTENSITYMAP
			specularIntensityFactor *= texture2D( specularIntensityMap, vSpecularIntensityMapUv ).a;
		#endif
		material.specularF90 = mix( specularIntensityFactor, 1.0, metalnessFactor );
	#else
		float specularIntensityFactor = 1.0;
		vec3 specularColorFactor = vec3( 1.0 );
		material.specularF90 = 1.0;
	#endif
	material.specularColor = min( pow2( ( material.ior - 1.0 ) / ( material.ior + 1.0 ) ) * specularColorFactor, vec3( 1.0 ) ) * specularIntensityFactor;
	material.specularColorBlended = mix( material.specularColor, diffuseColor.rgb, metalnessFactor );
#else
	material.specularColor = vec3( 0.04 );
	material.specularColorBlended = mix( material.specularColor, diffuseColor.rgb, metalnessFactor );
	material.specularF90 = 1.0;
#endif
#ifdef USE_CLEARCOAT
	material.clearcoat = clearcoat;
	material.clearcoatRoughness = clearcoatRoughness;
	material.clearcoatF0 = vec3( 0.04 );
	material.clearcoatF90 = 1.0;
	#ifdef USE_CLEARCOATMAP
		material.clearcoat *= texture2D( clearcoatMap, vClearcoatMapUv ).x;
	#endif
	#ifdef USE_CLEARCOAT_ROUGHNESSMAP
		material.clearcoatRoughness *= texture2D( clearcoatRoughnessMap, vClearcoatRoughnessMapUv ).y;
	#endif
	material.clearcoat = saturate( material.clearcoat );	material.clearcoatRoughness = max( material.clearcoatRoughness, 0.045 );
	material.clearcoatRoughness += geometryRoughness;
	material.clearcoatRoughness = min( material.clearcoatRoughness, 1.0 );
#endif
#ifdef USE_DISPERSION
	material.dispersion = dispersion;
#endif
#ifdef USE_RETROREFLECTION
	material.retroreflectivity = retroreflectivity;
#endif
#ifdef USE_IRIDESCENCE
	material.iridescence = iridescence;
	material.iridescenceIOR = iridescenceIOR;
	#ifdef USE_IRIDESCENCEMAP
		material.iridescence *= texture2D( iridescenceMap, vIridescenceMapUv ).r;
	#endif
	#ifdef USE_IRIDESCENCE_THICKNESSMAP
		material.iridescenceThickness = (iridescenceThicknessMaximum - iridescenceThicknessMinimum) * texture2D( iridescenceThicknessMap, vIridescenceThicknessMapUv ).g + iridescenceThicknessMinimum;
	#else
		material.iridescenceThickness = iridescenceThicknessMaximum;
	#endif
#endif
#ifdef USE_SHEEN
	material.sheenColor = sheenColor;
	#ifdef USE_SHEEN_COLORMAP
		material.sheenColor *= texture2D( sheenColorMap, vSheenColorMapUv ).rgb;
	#endif
	material.sheenRoughness = clamp( sheenRoughness, 0.0001, 1.0 );
	#ifdef USE_SHEEN_ROUGHNESSMAP
		material.sheenRoughness *= texture2D( sheenRoughnessMap, vSheenRoughnessMapUv ).a;
	#endif
#endif
#ifdef USE_ANISOTROPY
	#ifdef USE_ANISOTROPYMAP
		mat2 anisotropyMat = mat2( anisotropyVector.x, anisotropyVector.y, - anisotropyVector.y, anisotropyVector.x );
		vec3 anisotropyPolar = texture2D( anisotropyMap, vAnisotropyMapUv ).rgb;
		vec2 anisotropyV = anisotropyMat * normalize( 2.0 * anisotropyPolar.rg - vec2( 1.0 ) ) * anisotropyPolar.b;
	#else
		vec2 anisotropyV = anisotropyVector;
	#endif
	material.anisotropy = length( anisotropyV );
	if( material.anisotropy == 0.0 ) {
		anisotropyV = vec2( 1.0, 0.0 );
	} else {
		anisotropyV /= material.anisotropy;
		material.anisotropy = saturate( material.anisotropy );
	}
	material.alphaT = mix( pow2( material.roughness ), 1.0, pow2( material.anisotropy ) );
	material.anisotropyT = tbn[ 0 ] * anisotropyV.x + tbn[ 1 ] * anisotropyV.y;
	material.anisotropyB = tbn[ 1 ] * anisotropyV.x - tbn[ 0 ] * anisotropyV.y;
#endif`,lights_physical_pars_fragment:`uniform sampler2D dfgLUT;
struct PhysicalMaterial {
	vec3 diffuseColor;
	vec3 diffuseContribution;
	vec3 specularColor;
	vec3 specularColorBlended;
	float roughness;
	float metalness;
	float specularF90;
	float dispersion;
	vec2 dfg;
	vec3 multiScatteringCompensation;
	#ifdef USE_DIFFUSE_ROUGHNESS
		float diffuseRoughness;
	#endif
	#ifdef USE_RETROREFLECTION
		float retroreflectivity;
	#endif
	#ifdef USE_CLEARCOAT
		float clearcoat;
		float clearcoatRoughness;
		vec3 clearcoatF0;
		float clearcoatF90;
	#endif
	#ifdef USE_IRIDESCENCE
		float iridescence;
		float iridescenceIOR;
		float iridescenceThickness;
		vec3 iridescenceFresnel;
		vec3 iridescenceF0Dielectric;
		vec3 iridescenceF0Metallic;
	#endif
	#ifdef USE_SHEEN
		vec3 sheenColor;
		float sheenRoughness;
	#endif
	#ifdef IOR
		float ior;
	#endif
	#ifdef USE_TRANSMISSION
		float transmission;
		float transmissionAlpha;
		float thickness;
		float attenuationDistance;
		vec3 attenuationColor;
	#endif
	#ifdef USE_ANISOTROPY
		float anisotropy;
		float alphaT;
		vec3 anisotropyT;
		vec3 anisotropyB;
	#endif
};
vec3 clearcoatSpecularDirect = vec3( 0.0 );
vec3 clearcoatSpecularIndirect = vec3( 0.0 );
vec3 sheenSpecularDirect = vec3( 0.0 );
vec3 sheenSpecularIndirect = vec3(0.0 );
vec3 Schlick_to_F0( const in vec3 f, const in float f90, const in float dotVH ) {
    float x = clamp( 1.0 - dotVH, 0.0, 1.0 );
    float x2 = x * x;
    float x5 = clamp( x * x2 * x2, 0.0, 0.9999 );
    return ( f - vec3( f90 ) * x5 ) / ( 1.0 - x5 );
}
#ifdef USE_DIFFUSE_ROUGHNESS
	const float EON_EPSILON = 1e-7;
	float FON_DirectionalAlbedo( const in float mu, const in float roughness, const in float A ) {
		float muComp = 1.0 - mu;
		float gOverPi = muComp * ( 0.0571085289 + muComp * ( 0.491881867 + muComp * ( - 0.332181442 + muComp * 0.0714429953 ) ) );
		return A * ( 1.0 + roughness * gOverPi );
	}
	vec3 BRDF_EON( const in vec3 lightDir, const in vec3 viewDir, const in vec3 normal, const in vec3 diffuseColor, const in float roughness ) {
		vec3 rho = saturate( diffuseColor );
		if ( roughness <= EON_EPSILON ) return BRDF_Lambert( rho );
		float dotNL = saturate( dot( normal, lightDir ) );
		float dotNV = saturate( dot( normal, viewDir ) );
		float s = dot( lightDir, viewDir ) - dotNL * dotNV;
		float sOverT = ( s > 0.0 ) ? s / max( max( dotNL, dotNV ), EON_EPSILON ) : s;
		float A = 1.0 / ( 1.0 + ( 0.5 - 2.0 / ( 3.0 * PI ) ) * roughness );
		vec3 singleScatter = rho * RECIPROCAL_PI * A * ( 1.0 + roughness * sOverT );
		float averageAlbedo = A * ( 1.0 + ( 2.0 / 3.0 - 28.0 / ( 15.0 * PI ) ) * roughness );
		float albedoV = FON_DirectionalAlbedo( dotNV, roughness, A );
		float albedoL = FON_DirectionalAlbedo( dotNL, roughness, A );
		vec3 rhoMultiScatter = rho * rho * averageAlbedo / max( vec3( EON_EPSILON ), vec3( 1.0 ) - rho * ( 1.0 - averageAlbedo ) );
		vec3 multiScatter = rhoMultiScatter * RECIPROCAL_PI
			* max( EON_EPSILON, 1.0 - albedoV )
			* max( EON_EPSILON, 1.0 - albedoL )
			/ max( EON_EPSILON, 1.0 - averageAlbedo );
		return singleScatter + multiScatter;
	}
	vec3 EON_DirectionalAlbedo( const in vec3 diffuseColor, const in float roughness, const in float dotNV ) {
		vec3 rho = saturate( diffuseColor );
		if ( roughness <= EON_EPSILON ) return rho;
		float A = 1.0 / ( 1.0 + ( 0.5 - 2.0 / ( 3.0 * PI ) ) * roughness );
		float directionalAlbedo = FON_DirectionalAlbedo( dotNV, roughness, A );
		float averageAlbedo = A * ( 1.0 + ( 2.0 / 3.0 - 28.0 / ( 15.0 * PI ) ) * roughness );
		vec3 rhoMultiScatter = rho * rho * averageAlbedo / max( vec3( EON_EPSILON ), vec3( 1.0 ) - rho * ( 1.0 - averageAlbedo ) );
		return rho * directionalAlbedo + rhoMultiScatter * ( 1.0 - directionalAlbedo );
	}
#endif
float V_GGX_SmithCorrelated( const in float alpha, const in float dotNL, const in float dotNV ) {
	float a2 = pow2( alpha );
	float gv = dotNL * sqrt( a2 + ( 1.0 - a2 ) * pow2( dotNV ) );
	float gl = dotNV * sqrt( a2 + ( 1.0 - a2 ) * pow2( dotNL ) );
	return 0.5 / max( gv + gl, EPSILON );
}
float D_GGX( const in float alpha, const in float dotNH ) {
	float a2 = pow2( alpha );
	float denom = pow2( dotNH ) * ( a2 - 1.0 ) + 1.0;
	return RECIPROCAL_PI * a2 / pow2( denom );
}
#ifdef USE_ANISOTROPY
	float V_GGX_SmithCorrelated_Anisotropic( const in float alphaT, const in float alphaB, const in float dotTV, const in float dotBV, const in float dotTL, const in float dotBL, const in float dotNV, const in float dotNL ) {
		float gv = dotNL * length( vec3( alphaT * dotTV, alphaB * dotBV, dotNV ) );
		float gl = dotNV * length( vec3( alphaT * dotTL, alphaB * dotBL, dotNL ) );
		return 0.5 / max( gv + gl, EPSILON );
	}
	float D_GGX_Anisotropic( const in float alphaT, const in float alphaB, const in float dotNH, const in float dotTH, const in float dotBH ) {
		float a2 = alphaT * alphaB;
		highp vec3 v = vec3( alphaB * dotTH, alphaT * dotBH, a2 * dotNH );
		highp float v2 = dot( v, v );
		float w2 = a2 / v2;
		return RECIPROCAL_PI * a2 * pow2 ( w2 );
	}
#endif
#ifdef USE_CLEARCOAT
	vec3 BRDF_GGX_Clearcoat( const in vec3 lightDir, const in vec3 viewDir, const in vec3 normal, const in PhysicalMaterial material) {
		vec3 f0 = material.clearcoatF0;
		float f90 = material.clearcoatF90;
		float roughness = max( material.clearcoatRoughness, 0.045 );
		float alpha = pow2( roughness );
		vec3 halfDir = normalize( lightDir + viewDir );
		float dotNL = saturate( dot( normal, lightDir ) );
		float dotNV = saturate( dot( normal, viewDir ) );
		float dotNH = saturate( dot( normal, halfDir ) );
		float dotVH = saturate( dot( viewDir, halfDir ) );
		vec3 F = F_Schlick( f0, f90, dotVH );
		float V = V_GGX_SmithCorrelated( alpha, dotNL, dotNV );
		float D = D_GGX( alpha, dotNH );
		return F * ( V * D );
	}
#endif
vec3 BRDF_GGX( const in vec3 lightDir, const in vec3 viewDir, const in vec3 normal, const in PhysicalMaterial material ) {
	vec3 f0 = material.specularColorBlended;
	float f90 = material.specularF90;
	float roughness = max( material.roughness, 0.045 );
	float alpha = pow2( roughness );
	vec3 halfDir = normalize( lightDir + viewDir );
	float dotNL = saturate( dot( normal, lightDir ) );
	float dotNV = saturate( dot( normal, viewDir ) );
	float dotNH = saturate( dot( normal, halfDir ) );
	float dotVH = saturate( dot( viewDir, halfDir ) );
	vec3 F = F_Schlick( f0, f90, dotVH );
	#ifdef USE_IRIDESCENCE
		F = mix( F, material.iridescenceFresnel, material.iridescence );
	#endif
	#ifdef USE_ANISOTROPY
		float dotTL = dot( material.anisotropyT, lightDir );
		float dotTV = dot( material.anisotropyT, viewDir );
		float dotTH = dot( material.anisotropyT, halfDir );
		float dotBL = dot( material.anisotropyB, lightDir );
		float dotBV = dot( material.anisotropyB, viewDir );
		float dotBH = dot( material.anisotropyB, halfDir );
		float alphaT = max( material.alphaT, alpha );
		float V = V_GGX_SmithCorrelated_Anisotropic( alphaT, alpha, dotTV, dotBV, dotTL, dotBL, dotNV, dotNL );
		float D = D_GGX_Anisotropic( alphaT, alpha, dotNH, dotTH, dotBH );
	#else
		float V = V_GGX_SmithCorrelated( alpha, dotNL, dotNV );
		float D = D_GGX( alpha, dotNH );
	#endif
	return F * ( V * D );
}
vec2 LTC_Uv( const in vec3 N, const in vec3 V, const in float roughness ) {
	const float LUT_SIZE = 64.0;
	const float LUT_SCALE = ( LUT_SIZE - 1.0 ) / LUT_SIZE;
	const float LUT_BIAS = 0.5 / LUT_SIZE;
	float dotNV = saturate( dot( N, V ) );
	vec2 uv = vec2( roughness, sqrt( 1.0 - dotNV ) );
	uv = uv * LUT_SCALE + LUT_BIAS;
	return uv;
}
float LTC_ClippedSphereFormFactor( const in vec3 f ) {
	float l = length( f );
	return max( ( l * l + f.z ) / ( l + 1.0 ), 0.0 );
}
vec3 LTC_EdgeVectorFormFactor( const in vec3 v1, const in vec3 v2 ) {
	float x = dot( v1, v2 );
	float y = abs( x );
	float a = 0.8543985 + ( 0.4965155 + 0.0145206 * y ) * y;
	float b = 3.4175940 + ( 4.1616724 + y ) * y;
	float v = a / b;
	float theta_sintheta = ( x > 0.0 ) ? v : 0.5 * inversesqrt( max( 1.0 - x * x, 1e-7 ) ) - v;
	return cross( v1, v2 ) * theta_sintheta;
}
vec3 LTC_Evaluate( const in vec3 N, const in vec3 V, const in vec3 P, const in mat3 mInv, const in vec3 rectCoords[ 4 ] ) {
	vec3 v1 = rectCoords[ 1 ] - rectCoords[ 0 ];
	vec3 v2 = rectCoords[ 3 ] - rectCoords[ 0 ];
	vec3 lightNormal = cross( v1, v2 );
	if( dot( lightNormal, P - rectCoords[ 0 ] ) < 0.0 ) return vec3( 0.0 );
	vec3 T1, T2;
	T1 = normalize( V - N * dot( V, N ) );
	T2 = - cross( N, T1 );
	mat3 mat = mInv * transpose( mat3( T1, T2, N ) );
	vec3 coords[ 4 ];
	coords[ 0 ] = mat * ( rectCoords[ 0 ] - P );
	coords[ 1 ] = mat * ( rectCoords[ 1 ] - P );
	coords[ 2 ] = mat * ( rectCoords[ 2 ] - P );
	coords[ 3 ] = mat * ( rectCoords[ 3 ] - P );
	coords[ 0 ] = normalize( coords[ 0 ] );
	coords[ 1 ] = normalize( coords[ 1 ] );
	coords[ 2 ] = normalize( coords[ 2 ] );
	coords[ 3 ] = normalize( coords[ 3 ] );
	vec3 vectorFormFactor = vec3( 0.0 );
	vectorFormFactor += LTC_EdgeVectorFormFactor( coords[ 0 ], coords[ 1 ] );
	vectorFormFactor += LTC_EdgeVectorFormFactor( coords[ 1 ], coords[ 2 ] );
	vectorFormFactor += LTC_EdgeVectorFormFactor( coords[ 2 ], coords[ 3 ] );
	vectorFormFactor += LTC_EdgeVectorFormFactor( coords[ 3 ], coords[ 0 ] );
	float result = LTC_ClippedSphereFormFactor( vectorFormFactor );
	return vec3( result );
}
#if defined( USE_SHEEN )
float D_Charlie( float roughness, float dotNH ) {
	float alpha = pow2( roughness );
	float invAlpha = 1.0 / alpha;
	float cos2h = dotNH * dotNH;
	float sin2h = max( 1.0 - cos2h, 0.0078125 );
	return ( 2.0 + invAlpha ) * pow( sin2h, invAlpha * 0.5 ) / ( 2.0 * PI );
}
float V_Neubelt( float dotNV, float dotNL ) {
	return saturate( 1.0 / ( 4.0 * ( dotNL + dotNV - dotNL * dotNV ) ) );
}
vec3 BRDF_Sheen( const in vec3 lightDir, const in vec3 viewDir, const in vec3 normal, vec3 sheenColor, const in float sheenRoughness ) {
	vec3 halfDir = normalize( lightDir + viewDir );
	float dotNL = saturate( dot( normal, lightDir ) );
	float dotNV = saturate( dot( normal, viewDir ) );
	float dotNH = saturate( dot( normal, halfDir ) );
	float D = D_Charlie( sheenRoughness, dotNH );
	float V = V_Neubelt( dotNV, dotNL );
	return sheenColor * ( D * V );
}
#endif
float IBLSheenBRDF( const in vec3 normal, const in vec3 viewDir, const in float roughness ) {
	float dotNV = saturate( dot( normal, viewDir ) );
	float r2 = roughness * roughness;
	float rInv = 1.0 / ( roughness + 0.1 );
	float a = -1.9362 + 1.0678 * roughness + 0.4573 * r2 - 0.8469 * rInv;
	float b = -0.6014 + 0.5538 * roughness - 0.4670 * r2 - 0.1255 * rInv;
	float DG = exp( a * dotNV + b );
	return saturate( DG );
}
vec3 EnvironmentBRDF( const in vec3 normal, const in vec3 viewDir, const in vec3 specularColor, const in float specularF90, const in float roughness ) {
	float dotNV = saturate( dot( normal, viewDir ) );
	vec2 fab = texture2D( dfgLUT, vec2( roughness, dotNV ) ).rg;
	return specularColor * fab.x + specularF90 * fab.y;
}
#ifdef USE_IRIDESCENCE
void computeMultiscatteringIridescence( const in vec2 fab, const in vec3 specularColor, const in float specularF90, const in float iridescence, const in vec3 iridescenceF0, inout vec3 singleScatter, inout vec3 multiScatter ) {
#else
void computeMultiscattering( const in vec2 fab, const in vec3 specularColor, const in float specularF90, inout vec3 singleScatter, inout vec3 multiScatter ) {
#endif
	#ifdef USE_IRIDESCENCE
		vec3 Fr = mix( specularColor, iridescenceF0, iridescence );
	#else
		vec3 Fr = specularColor;
	#endif
	vec3 FssEss = Fr * fab.x + specularF90 * fab.y;
	float Ess = fab.x + fab.y;
	float Ems = 1.0 - Ess;
	vec3 Favg = Fr + ( 1.0 - Fr ) * 0.047619;	vec3 Fms = FssEss * Favg / ( 1.0 - Ems * Favg );
	singleScatter += FssEss;
	multiScatter += Fms * Ems;
}
#if NUM_RECT_AREA_LIGHTS > 0
	void RE_Direct_RectArea_Physical( const in RectAreaLight rectAreaLight, const in vec3 geometryPosition, const in vec3 geometryNormal, const in vec3 geometryViewDir, const in vec3 geometryClearcoatNormal, const in PhysicalMaterial material, inout ReflectedLight reflectedLight ) {
		vec3 normal = geometryNormal;
		vec3 viewDir = geometryViewDir;
		vec3 position = geometryPosition;
		vec3 lightPos = rectAreaLight.position;
		vec3 halfWidth = rectAreaLight.halfWidth;
		vec3 halfHeight = rectAreaLight.halfHeight;
		vec3 lightColor = rectAreaLight.color;
		float roughness = material.roughness;
		vec3 rectCoords[ 4 ];
		rectCoords[ 0 ] = lightPos + halfWidth - halfHeight;		rectCoords[ 1 ] = lightPos - halfWidth - halfHeight;
		rectCoords[ 2 ] = lightPos - halfWidth + halfHeight;
		rectCoords[ 3 ] = lightPos + halfWidth + halfHeight;
		vec2 uv = LTC_Uv( normal, viewDir, roughness );
		vec4 t1 = texture2D( ltc_1, uv );
		vec4 t2 = texture2D( ltc_2, uv );
		mat3 mInv = mat3(
			vec3( t1.x, 0, t1.y ),
			vec3(    0, 1,    0 ),
			vec3( t1.z, 0, t1.w )
		);
		vec3 fresnel = ( material.specularColorBlended * t2.x + ( material.specularF90 - material.specularColorBlended ) * t2.y );
		reflectedLight.directSpecular += lightColor * fresnel * LTC_Evaluate( normal, viewDir, position, mInv, rectCoords );
		reflectedLight.directDiffuse += lightColor * material.diffuseContribution * LTC_Evaluate( normal, viewDir, position, mat3( 1.0 ), rectCoords );
		#ifdef USE_CLEARCOAT
			vec3 Ncc = geometryClearcoatNormal;
			vec2 uvClearcoat = LTC_Uv( Ncc, viewDir, material.clearcoatRoughness );
			vec4 t1Clearcoat = texture2D( ltc_1, uvClearcoat );
			vec4 t2Clearcoat = texture2D( ltc_2, uvClearcoat );
			mat3 mInvClearcoat = mat3(
				vec3( t1Clearcoat.x, 0, t1Clearcoat.y ),
				vec3(             0, 1,             0 ),
				vec3( t1Clearcoat.z, 0, t1Clearcoat.w )
			);
			vec3 fresnelClearcoat = material.clearcoatF0 * t2Clearcoat.x + ( material.clearcoatF90 - material.clearcoatF0 ) * t2Clearcoat.y;
			clearcoatSpecularDirect += lightColor * fresnelClearcoat * LTC_Evaluate( Ncc, viewDir, position, mInvClearcoat, rectCoords );
		#endif
	}
#endif
void RE_Direct_Physical( const in IncidentLight directLight, const in vec3 geometryPosition, const in vec3 geometryNormal, const in vec3 geometryViewDir, const in vec3 geometryClearcoatNormal, const in PhysicalMaterial material, inout ReflectedLight reflectedLight ) {
	float dotNL = saturate( dot( geometryNormal, directLight.direction ) );
	vec3 irradiance = dotNL * directLight.color;
	#ifdef USE_CLEARCOAT
		float dotNLcc = saturate( dot( geometryClearcoatNormal, directLight.direction ) );
		vec3 ccIrradiance = dotNLcc * directLight.color;
		clearcoatSpecularDirect += ccIrradiance * BRDF_GGX_Clearcoat( directLight.direction, geometryViewDir, geometryClearcoatNormal, material );
	#endif
	#ifdef USE_SHEEN
 
 		sheenSpecularDirect += irradiance * BRDF_Sheen( directLight.direction, geometryViewDir, geometryNormal, material.sheenColor, material.sheenRoughness );
 
 		float sheenAlbedoV = IBLSheenBRDF( geometryNormal, geometryViewDir, material.sheenRoughness );
 		float sheenAlbedoL = IBLSheenBRDF( geometryNormal, directLight.direction, material.sheenRoughness );
 
 		float sheenEnergyComp = 1.0 - max3( material.sheenColor ) * max( sheenAlbedoV, sheenAlbedoL );
 
 		irradiance *= sheenEnergyComp;
 
 	#endif
	vec3 specularBRDF = BRDF_GGX( directLight.direction, geometryViewDir, geometryNormal, material );
	#ifdef USE_RETROREFLECTION
		vec3 retroViewDir = reflect( - geometryViewDir, geometryNormal );
		vec3 retroSpecularBRDF = BRDF_GGX( directLight.direction, retroViewDir, geometryNormal, material );
		specularBRDF = mix( specularBRDF, retroSpecularBRDF, saturate( material.retroreflectivity ) );
	#endif
	reflectedLight.directSpecular += irradiance * specularBRDF * material.multiScatteringCompensation;
	vec3 halfDir = normalize( directLight.direction + geometryViewDir );
	float dotVH = saturate( dot( geometryViewDir, halfDir ) );
	vec3 F = F_Schlick( material.specularColor, material.specularF90, dotVH );
	#ifdef USE_RETROREFLECTION
		vec3 retroHalfDir = normalize( directLight.direction + retroViewDir );
		float dotRetroVH = saturate( dot( retroViewDir, retroHalfDir ) );
		vec3 retroF = F_Schlick( material.specularColor, material.specularF90, dotRetroVH );
		F = mix( F, retroF, saturate( material.retroreflectivity ) );
	#endif
	#ifdef USE_DIFFUSE_ROUGHNESS
		vec3 diffuseBRDF = BRDF_EON( directLight.direction, geometryViewDir, geometryNormal, material.diffuseColor, material.diffuseRoughness ) * ( 1.0 - material.metalness );
	#else
		vec3 diffuseBRDF = BRDF_Lambert( material.diffuseContribution );
	#endif
	reflectedLight.directDiffuse += irradiance * diffuseBRDF * ( 1.0 - F );
}
void RE_IndirectDiffuse_Physical( const in vec3 irradiance, const in vec3 geometryPosition, const in vec3 geometryNormal, const in vec3 geometryViewDir, const in vec3 geometryClearcoatNormal, const in PhysicalMaterial material, inout ReflectedLight reflectedLight ) {
	vec3 singleScattering = vec3( 0.0 );
	vec3 multiScattering = vec3( 0.0 );
	#ifdef USE_IRIDESCENCE
		computeMultiscatteringIridescence( material.dfg, material.specularColor, material.specularF90, material.iridescence, material.iridescenceF0Dielectric, singleScattering, multiScattering );
	#else
		computeMultiscattering( material.dfg, material.specularColor, material.specularF90, singleScattering, multiScattering );
	#endif
	#ifdef USE_DIFFUSE_ROUGHNESS
		float dotNV = saturate( dot( geometryNormal, geometryViewDir ) );
		vec3 diffuseAlbedo = EON_DirectionalAlbedo( material.diffuseColor, material.diffuseRoughness, dotNV ) * ( 1.0 - material.metalness );
		vec3 diffuse = irradiance * RECIPROCAL_PI * diffuseAlbedo * ( 1.0 - singleScattering - multiScattering );
	#else
		vec3 diffuse = irradiance * BRDF_Lambert( material.diffuseContribution ) * ( 1.0 - singleScattering - multiScattering );
	#endif
	#ifdef USE_SHEEN
		float sheenAlbedo = IBLSheenBRDF( geometryNormal, geometryViewDir, material.sheenRoughness );
		sheenSpecularIndirect += irradiance * material.sheenColor * sheenAlbedo * RECIPROCAL_PI;
		float sheenEnergyComp = 1.0 - max3( material.sheenColor ) * sheenAlbedo;
		diffuse *= sheenEnergyComp;
	#endif
	reflectedLight.indirectDiffuse += diffuse;
}
void RE_IndirectSpecular_Physical( const in vec3 radiance, const in vec3 irradiance, const in vec3 clearcoatRadiance, const in vec3 geometryPosition, const in vec3 geometryNormal, const in vec3 geometryViewDir, const in vec3 geometryClearcoatNormal, const in PhysicalMaterial material, inout ReflectedLight reflectedLight) {
	#ifdef USE_CLEARCOAT
		clearcoatSpecularIndirect += clearcoatRadiance * EnvironmentBRDF( geometryClearcoatNormal, geometryViewDir, material.clearcoatF0, material.clearcoatF90, material.clearcoatRoughness );
	#endif
	#ifdef USE_SHEEN
		sheenSpecularIndirect += irradiance * material.sheenColor * IBLSheenBRDF( geometryNormal, geometryViewDir, material.sheenRoughness ) * RECIPROCAL_PI;
 	#endif
	vec3 singleScatteringDielectric = vec3( 0.0 );
	vec3 multiScatteringDielectric = vec3( 0.0 );
	vec3 singleScatteringMetallic = vec3( 0.0 );
	vec3 multiScatteringMetallic = vec3( 0.0 );
	#ifdef USE_IRIDESCENCE
		computeMultiscatteringIridescence( material.dfg, material.specularColor, material.specularF90, material.iridescence, material.iridescenceF0Dielectric, singleScatteringDielectric, multiScatteringDielectric );
		computeMultiscatteringIridescence( material.dfg, material.diffuseColor, material.specularF90, material.iridescence, material.iridescenceF0Metallic, singleScatteringMetallic, multiScatteringMetallic );
	#else
		computeMultiscattering( material.dfg, material.specularColor, material.specularF90, singleScatteringDielectric, multiScatteringDielectric );
		computeMultiscattering( material.dfg, material.diffuseColor, material.specularF90, singleScatteringMetallic, multiScatteringMetallic );
	#endif
	vec3 singleScattering = mix( singleScatteringDielectric, singleScatteringMetallic, material.metalness );
	vec3 multiScattering = mix( multiScatteringDielectric, multiScatteringMetallic, material.metalness );
	vec3 totalScatteringDielectric = singleScatteringDielectric + multiScatteringDielectric;
	#ifdef USE_DIFFUSE_ROUGHNESS
		float dotNV = saturate( dot( geometryNormal, geometryViewDir ) );
		vec3 diffuse = EON_DirectionalAlbedo( material.diffuseColor, material.diffuseRoughness, dotNV ) * ( 1.0 - material.metalness ) * ( 1.0 - totalScatteringDielectric );
	#else
		vec3 diffuse = material.diffuseContribution * ( 1.0 - totalScatteringDielectric );
	#endif
	vec3 cosineWeightedIrradiance = irradiance * RECIPROCAL_PI;
	vec3 indirectSpecular = radiance * singleScattering;
	indirectSpecular += multiScattering * cosineWeightedIrradiance;
	vec3 indirectDiffuse = diffuse * cosineWeightedIrradiance;
	#ifdef USE_SHEEN
		float sheenAlbedo = IBLSheenBRDF( geometryNormal, geometryViewDir, material.sheenRoughness );
		float sheenEnergyComp = 1.0 - max3( material.sheenColor ) * sheenAlbedo;
		indirectSpecular *= sheenEnergyComp;
		indirectDiffuse *= sheenEnergyComp;
	#endif
	reflectedLight.indirectSpecular += indirectSpecular;
	reflectedLight.indirectDiffuse += indirectDiffuse;
}
#define RE_Direct				RE_Direct_Physical
#define RE_Direct_RectArea		RE_Direct_RectArea_Physical
#define RE_IndirectDiffuse		RE_IndirectDiffuse_Physical
#define RE_IndirectSpecular		RE_IndirectSpecular_Physical
float computeSpecularOcclusion( const in float dotNV, const in float ambientOcclusion, const in float roughness ) {
	return saturate( pow( dotNV + ambientOcclusion, exp2( - 16.0 * roughness - 1.0 ) ) - 1.0 + ambientOcclusion );
}`,lights_fragment_begin:`
vec3 geometryPosition = - vViewPosition;
vec3 geometryNormal = normal;
vec3 geometryViewDir = ( isOrthographic ) ? vec3( 0, 0, 1 ) : normalize( vViewPosition );
vec3 geometryClearcoatNormal = vec3( 0.0 );
#ifdef USE_CLEARCOAT
	geometryClearcoatNormal = clearcoatNormal;
#endif
#ifdef USE_IRIDESCENCE
	float dotNVi = saturate( dot( normal, geometryViewDir ) );
	if ( material.iridescenceThickness == 0.0 ) {
		material.iridescence = 0.0;
	} else {
		material.iridescence = saturate( material.iridescence );
	}
	if ( material.iridescence > 0.0 ) {
		vec3 iridescenceFresnelDielectric = evalIridescence( 1.0, material.iridescenceIOR, dotNVi, material.iridescenceThickness, material.specularColor );
		vec3 iridescenceFresnelMetallic = evalIridescence( 1.0, material.iridescenceIOR, dotNVi, material.iridescenceThickness, material.diffuseColor );
		material.iridescenceFresnel = mix( iridescenceFresnelDielectric, iridescenceFresnelMetallic, material.metalness );
		material.iridescenceF0Dielectric = Schlick_to_F0( iridescenceFresnelDielectric, 1.0, dotNVi );
		material.iridescenceF0Metallic = Schlick_to_F0( iridescenceFresnelMetallic, 1.0, dotNVi );
	}
#endif
#ifdef STANDARD
	float dotNVms = saturate( dot( geometryNormal, geometryViewDir ) );
	material.dfg = texture2D( dfgLUT, vec2( material.roughness, dotNVms ) ).rg;
	#if ( NUM_SUN_LIGHTS > 0 || NUM_DIR_LIGHTS > 0 || NUM_POINT_LIGHTS > 0 || NUM_SPOT_LIGHTS > 0 )
		float EssMs = material.dfg.x + material.dfg.y;
		material.multiScatteringCompensation = 1.0 + material.specularColorBlended * ( 1.0 / EssMs - 1.0 );
	#endif
#endif
IncidentLight directLight;
#if ( NUM_POINT_LIGHTS > 0 ) && defined( RE_Direct )
	PointLight pointLight;
	#if defined( USE_SHADOWMAP ) && NUM_POINT_LIGHT_SHADOWS > 0
	PointLightShadow pointLightShadow;
	#endif
	#pragma unroll_loop_start
	for ( int i = 0; i < NUM_POINT_LIGHTS; i ++ ) {
		pointLight = pointLights[ i ];
		getPointLightInfo( pointLight, geometryPosition, directLight );
		#if defined( USE_SHADOWMAP ) && ( UNROLLED_LOOP_INDEX < NUM_POINT_LIGHT_SHADOWS ) && ( defined( SHADOWMAP_TYPE_PCF ) || defined( SHADOWMAP_TYPE_BASIC ) )
		pointLightShadow = pointLightShadows[ i ];
		directLight.color *= ( directLight.visible && receiveShadow ) ? getPointShadow( pointShadowMap[ i ], pointLightShadow.shadowMapSize, pointLightShadow.shadowIntensity, pointLightShadow.shadowBias, pointLightShadow.shadowRadius, vPointShadowCoord[ i ], pointLightShadow.shadowCameraNear, pointLightShadow.shadowCameraFar ) : 1.0;
		#endif
		RE_Direct( directLight, geometryPosition, geometryNormal, geometryViewDir, geometryClearcoatNormal, material, reflectedLight );
	}
	#pragma unroll_loop_end
#endif
#if ( NUM_SPOT_LIGHTS > 0 ) && defined( RE_Direct )
	SpotLight spotLight;
	vec4 spotColor;
	vec3 spotLightCoord;
	bool inSpotLightMap;
	#if defined( USE_SHADOWMAP ) && NUM_SPOT_LIGHT_SHADOWS > 0
	SpotLightShadow spotLightShadow;
	#endif
	#pragma unroll_loop_start
	for ( int i = 0; i < NUM_SPOT_LIGHTS; i ++ ) {
		spotLight = spotLights[ i ];
		getSpotLightInfo( spotLight, geometryPosition, directLight );
		#if ( UNROLLED_LOOP_INDEX < NUM_SPOT_LIGHT_SHADOWS_WITH_MAPS )
		#define SPOT_LIGHT_MAP_INDEX UNROLLED_LOOP_INDEX
		#elif ( UNROLLED_LOOP_INDEX < NUM_SPOT_LIGHT_SHADOWS )
		#define SPOT_LIGHT_MAP_INDEX NUM_SPOT_LIGHT_MAPS
		#else
		#define SPOT_LIGHT_MAP_INDEX ( UNROLLED_LOOP_INDEX - NUM_SPOT_LIGHT_SHADOWS + NUM_SPOT_LIGHT_SHADOWS_WITH_MAPS )
		#endif
		#if ( SPOT_LIGHT_MAP_INDEX < NUM_SPOT_LIGHT_MAPS )
			spotLightCoord = vSpotLightCoord[ i ].xyz / vSpotLightCoord[ i ].w;
			inSpotLightMap = all( lessThan( abs( spotLightCoord * 2. - 1. ), vec3( 1.0 ) ) );
			spotColor = texture2D( spotLightMap[ SPOT_LIGHT_MAP_INDEX ], spotLightCoord.xy );
			directLight.color = inSpotLightMap ? directLight.color * spotColor.rgb : directLight.color;
		#endif
		#undef SPOT_LIGHT_MAP_INDEX
		#if defined( USE_SHADOWMAP ) && ( UNROLLED_LOOP_INDEX < NUM_SPOT_LIGHT_SHADOWS )
		spotLightShadow = spotLightShadows[ i ];
		directLight.color *= ( directLight.visible && receiveShadow ) ? getShadow( spotShadowMap[ i ], spotLightShadow.shadowMapSize, spotLightShadow.shadowIntensity, spotLightShadow.shadowBias, spotLightShadow.shadowRadius, vSpotLightCoord[ i ] ) : 1.0;
		#endif
		RE_Direct( directLight, geometryPosition, geometryNormal, geometryViewDir, geometryClearcoatNormal, material, reflectedLight );
	}
	#pragma unroll_loop_end
#endif
#if ( NUM_SUN_LIGHTS > 0 ) && defined( RE_Direct )
	SunLight sunLight;
	#if defined( USE_SHADOWMAP ) && NUM_SUN_LIGHT_SHADOWS > 0
	SunLightShadow sunLightShadow;
	#endif
	#pragma unroll_loop_start
	for ( int i = 0; i < NUM_SUN_LIGHTS; i ++ ) {
		sunLight = sunLights[ i ];
		getSunLightInfo( sunLight, directLight );
		#if defined( USE_SHADOWMAP ) && ( UNROLLED_LOOP_INDEX < NUM_SUN_LIGHT_SHADOWS )
		sunLightShadow = sunLightShadows[ i ];
		directLight.color *= ( directLight.visible && receiveShadow ) ? getSunShadow( sunShadowMap[ i ], sunLightShadow, UNROLLED_LOOP_INDEX ) : 1.0;
		#endif
		RE_Direct( directLight, geometryPosition, geometryNormal, geometryViewDir, geometryClearcoatNormal, material, reflectedLight );
	}
	#pragma unroll_loop_end
#endif
#if ( NUM_DIR_LIGHTS > 0 ) && defined( RE_Direct )
	DirectionalLight directionalLight;
	#if defined( USE_SHADOWMAP ) && NUM_DIR_LIGHT_SHADOWS > 0
	DirectionalLightShadow directionalLightShadow;
	#endif
	#pragma unroll_loop_start
	for ( int i = 0; i < NUM_DIR_LIGHTS; i ++ ) {
		directionalLight = directionalLights[ i ];
		getDirectionalLightInfo( directionalLight, directLight );
		#if defined( USE_SHADOWMAP ) && ( UNROLLED_LOOP_INDEX < NUM_DIR_LIGHT_SHADOWS )
		directionalLightShadow = directionalLightShadows[ i ];
		directLight.color *= ( directLight.visible && receiveShadow ) ? getShadow( directionalShadowMap[ i ], directionalLightShadow.shadowMapSize, directionalLightShadow.shadowIntensity, directionalLightShadow.shadowBias, directionalLightShadow.shadowRadius, vDirectionalShadowCoord[ i ] ) : 1.0;
		#endif
		RE_Direct( directLight, geometryPosition, geometryNormal, geometryViewDir, geometryClearcoatNormal, material, reflectedLight );
	}
	#pragma unroll_loop_end
#endif
#if ( NUM_RECT_AREA_LIGHTS > 0 ) && defined( RE_Direct_RectArea )
	RectAreaLight rectAreaLight;
	#pragma unroll_loop_start
	for ( int i = 0; i < NUM_RECT_AREA_LIGHTS; i ++ ) {
		rectAreaLight = rectAreaLights[ i ];
		RE_Direct_RectArea( rectAreaLight, geometryPosition, geometryNormal, geometryViewDir, geometryClearcoatNormal, material, reflectedLight );
	}
	#pragma unroll_loop_end
#endif
#if defined( RE_IndirectDiffuse )
	vec3 iblIrradiance = vec3( 0.0 );
	vec3 irradiance = getAmbientLightIrradiance( ambientLightColor );
	#if defined( USE_LIGHT_PROBES )
		irradiance += getLightProbeIrradiance( lightProbe, geometryNormal );
	#endif
	#if ( NUM_HEMI_LIGHTS > 0 )
		#pragma unroll_loop_start
		for ( int i = 0; i < NUM_HEMI_LIGHTS; i ++ ) {
			irradiance += getHemisphereLightIrradiance( hemisphereLights[ i ], geometryNormal );
		}
		#pragma unroll_loop_end
	#endif
	#if NUM_LIGHT_PROBE_GRIDS > 0
		vec3 probeWorldPos = ( ( vec4( geometryPosition, 1.0 ) - viewMatrix[ 3 ] ) * viewMatrix ).xyz;
		vec3 probeWorldNormal = transformNormalByInverseViewMatrix( geometryNormal, viewMatrix );
		int probeGrid = - 1;
		#pragma unroll_loop_start
		for ( int i = 0; i < NUM_LIGHT_PROBE_GRIDS; i ++ ) {
			if ( isInsideLightProbeGrid( probeWorldPos, probeWorldNormal, probesMin[ i ], probesMax[ i ], probesResolution[ i ] ) ) probeGrid = UNROLLED_LOOP_INDEX;
		}
		#pragma unroll_loop_end
		#pragma unroll_loop_start
		for ( int i = 0; i < NUM_LIGHT_PROBE_GRIDS; i ++ ) {
			if ( probeGrid == UNROLLED_LOOP_INDEX ) irradiance += getLightProbeGridIrradiance( probesSH[ i ], probesMin[ i ], probesMax[ i ], probesResolution[ i ], probeWorldPos, probeWorldNormal );
		}
		#pragma unroll_loop_end
	#endif
#endif
#if defined( RE_IndirectSpecular )
	vec3 radiance = vec3( 0.0 );
	vec3 clearcoatRadiance = vec3( 0.0 );
#endif`,lights_fragment_maps:`#if defined( RE_IndirectDiffuse )
	#ifdef USE_LIGHTMAP
		vec4 lightMapTexel = texture2D( lightMap, vLightMapUv );
		vec3 lightMapIrradiance = lightMapTexel.rgb * lightMapIntensity;
		irradiance += lightMapIrradiance;
	#endif
	#if defined( USE_ENVMAP ) && defined( ENVMAP_TYPE_PMREM )
		#if defined( STANDARD ) || defined( LAMBERT ) || defined( PHONG )
			iblIrradiance += getIBLIrradiance( geometryNormal );
		#endif
	#endif
#endif
#if defined( USE_ENVMAP ) && defined( RE_IndirectSpecular )
	#ifdef USE_ANISOTROPY
		vec3 iblRadiance = getIBLAnisotropyRadiance( geometryViewDir, geometryNormal, material.roughness, material.anisotropyB, material.anisotropy );
	#else
		vec3 iblRadiance = getIBLRadiance( geometryViewDir, geometryNormal, material.roughness );
	#endif
	#ifdef USE_RETROREFLECTION
		#ifdef USE_ANISOTROPY
			vec3 retroIBLRadiance = getIBLAnisotropyRetroRadiance( geometryViewDir, geometryNormal, material.roughness, material.anisotropyB, material.anisotropy );
		#else
			vec3 retroIBLRadiance = getIBLRetroRadiance( geometryViewDir, geometryNormal, material.roughness );
		#endif
		iblRadiance = mix( iblRadiance, retroIBLRadiance, saturate( material.retroreflectivity ) );
	#endif
	radiance += iblRadiance;
	#ifdef USE_CLEARCOAT
		clearcoatRadiance += getIBLRadiance( geometryViewDir, geometryClearcoatNormal, material.clearcoatRoughness );
	#endif
#endif`,lights_fragment_end:`#if defined( RE_IndirectDiffuse )
	#if defined( LAMBERT ) || defined( PHONG )
		irradiance += iblIrradiance;
	#endif
	RE_IndirectDiffuse( irradiance, geometryPosition, geometryNormal, geometryViewDir, geometryClearcoatNormal, material, reflectedLight );
#endif
#if defined( RE_IndirectSpecular )
	RE_IndirectSpecular( radiance, iblIrradiance, clearcoatRadiance, geometryPosition, geometryNormal, geometryViewDir, geometryClearcoatNormal, material, reflectedLight );
#endif`,lightprobes_pars_fragment:`#if NUM_LIGHT_PROBE_GRIDS > 0
uniform highp sampler3D probesSH[ NUM_LIGHT_PROBE_GRIDS ];
uniform vec3 probesMin[ NUM_LIGHT_PROBE_GRIDS ];
uniform vec3 probesMax[ NUM_LIGHT_PROBE_GRIDS ];
uniform vec3 probesResolution[ NUM_LIGHT_PROBE_GRIDS ];
bool isInsideLightProbeGrid( vec3 worldPos, vec3 worldNormal, vec3 probesMin, vec3 probesMax, vec3 probesResolution ) {
	vec3 spacing = ( probesMax - probesMin ) / probesResolution;
	vec3 samplePos = worldPos + worldNormal * spacing * 0.5;
	vec3 margin = spacing * 0.01;
	return all( greaterThanEqual( samplePos, probesMin - margin ) ) && all( lessThanEqual( samplePos, probesMax + margin ) );
}
vec3 getLightProbeGridIrradiance( highp sampler3D probesSH, vec3 probesMin, vec3 probesMax, vec3 probesResolution, vec3 worldPos, vec3 worldNormal ) {
	vec3 res = probesResolution;
	vec3 gridRange = probesMax - probesMin;
	vec3 probeSpacing = gridRange / res;
	vec3 samplePos = worldPos + worldNormal * probeSpacing * 0.5;
	vec3 uvw = clamp( ( samplePos - probesMin ) / gridRange, 0.5 / res, 1.0 - 0.5 / res );
	float nz          = res.z;
	float paddedSlices = nz + 2.0;
	float atlasDepth  = 7.0 * paddedSlices;
	float uvZBase     = uvw.z * nz + 1.0;
	vec4 s0 = texture( probesSH, vec3( uvw.xy, ( uvZBase                       ) / atlasDepth ) );
	vec4 s1 = texture( probesSH, vec3( uvw.xy, ( uvZBase +       paddedSlices   ) / atlasDepth ) );
	vec4 s2 = texture( probesSH, vec3( uvw.xy, ( uvZBase + 2.0 * paddedSlices   ) / atlasDepth ) );
	vec4 s3 = texture( probesSH, vec3( uvw.xy, ( uvZBase + 3.0 * paddedSlices   ) / atlasDepth ) );
	vec4 s4 = texture( probesSH, vec3( uvw.xy, ( uvZBase + 4.0 * paddedSlices   ) / atlasDepth ) );
	vec4 s5 = texture( probesSH, vec3( uvw.xy, ( uvZBase + 5.0 * paddedSlices   ) / atlasDepth ) );
	vec4 s6 = texture( probesSH, vec3( uvw.xy, ( uvZBase + 6.0 * paddedSlices   ) / atlasDepth ) );
	vec3 c0 = s0.xyz;
	vec3 c1 = vec3( s0.w, s1.xy );
	vec3 c2 = vec3( s1.zw, s2.x );
	vec3 c3 = s2.yzw;
	vec3 c4 = s3.xyz;
	vec3 c5 = vec3( s3.w, s4.xy );
	vec3 c6 = vec3( s4.zw, s5.x );
	vec3 c7 = s5.yzw;
	vec3 c8 = s6.xyz;
	float x = worldNormal.x, y = worldNormal.y, z = worldNormal.z;
	vec3 result = c0 * 0.886227;
	result += c1 * 2.0 * 0.511664 * y;
	result += c2 * 2.0 * 0.511664 * z;
	result += c3 * 2.0 * 0.511664 * x;
	result += c4 * 2.0 * 0.429043 * x * y;
	result += c5 * 2.0 * 0.429043 * y * z;
	result += c6 * ( 0.743125 * z * z - 0.247708 );
	result += c7 * 2.0 * 0.429043 * x * z;
	result += c8 * 0.429043 * ( x * x - y * y );
	return max( result, vec3( 0.0 ) );
}
#endif`,logdepthbuf_fragment:`#if defined( USE_LOGARITHMIC_DEPTH_BUFFER )
	gl_FragDepth = vIsPerspective == 0.0 ? gl_FragCoord.z : log2( vFragDepth ) * logDepthBufFC * 0.5;
#endif`,logdepthbuf_pars_fragment:`#if defined( USE_LOGARITHMIC_DEPTH_BUFFER )
	uniform float logDepthBufFC;
	varying float vFragDepth;
	varying float vIsPerspective;
#endif`,logdepthbuf_pars_vertex:`#ifdef USE_LOGARITHMIC_DEPTH_BUFFER
	varying float vFragDepth;
	varying float vIsPerspective;
#endif`,logdepthbuf_vertex:`#ifdef USE_LOGARITHMIC_DEPTH_BUFFER
	vFragDepth = 1.0 + gl_Position.w;
	vIsPerspective = float( isPerspectiveMatrix( projectionMatrix ) );
#endif`,map_fragment:`#ifdef USE_MAP
	vec4 sampledDiffuseColor = texture2D( map, vMapUv );
	#ifdef DECODE_VIDEO_TEXTURE
		sampledDiffuseColor = sRGBTransferEOTF( sampledDiffuseColor );
	#endif
	diffuseColor *= sampledDiffuseColor;
#endif`,map_pars_fragment:`#ifdef USE_MAP
	uniform sampler2D map;
#endif`,map_particle_fragment:`#if defined( USE_MAP ) || defined( USE_ALPHAMAP )
	#if defined( USE_POINTS_UV )
		vec2 uv = vUv;
	#else
		vec2 uv = ( uvTransform * vec3( gl_PointCoord.x, 1.0 - gl_PointCoord.y, 1 ) ).xy;
	#endif
#endif
#ifdef USE_MAP
	diffuseColor *= texture2D( map, uv );
#endif
#ifdef USE_ALPHAMAP
	diffuseColor.a *= texture2D( alphaMap, uv ).g;
#endif`,map_particle_pars_fragment:`#if defined( USE_POINTS_UV )
	varying vec2 vUv;
#else
	#if defined( USE_MAP ) || defined( USE_ALPHAMAP )
		uniform mat3 uvTransform;
	#endif
#endif
#ifdef USE_MAP
	uniform sampler2D map;
#endif
#ifdef USE_ALPHAMAP
	uniform sampler2D alphaMap;
#endif`,metalnessmap_fragment:`float metalnessFactor = metalness;
#ifdef USE_METALNESSMAP
	vec4 texelMetalness = texture2D( metalnessMap, vMetalnessMapUv );
	metalnessFactor *= texelMetalness.b;
#endif`,metalnessmap_pars_fragment:`#ifdef USE_METALNESSMAP
	uniform sampler2D metalnessMap;
#endif`,morphinstance_vertex:`#ifdef USE_INSTANCING_MORPH
	float morphTargetInfluences[ MORPHTARGETS_COUNT ];
	float morphTargetBaseInfluence = texelFetch( morphTexture, ivec2( 0, gl_InstanceID ), 0 ).r;
	for ( int i = 0; i < MORPHTARGETS_COUNT; i ++ ) {
		morphTargetInfluences[i] =  texelFetch( morphTexture, ivec2( i + 1, gl_InstanceID ), 0 ).r;
	}
#endif`,morphcolor_vertex:`#if defined( USE_MORPHCOLORS )
	#if defined( USE_COLOR_ALPHA )
		vColor *= morphTargetBaseInfluence;
	#elif defined( USE_COLOR )
		vColor.rgb *= morphTargetBaseInfluence;
	#endif
	for ( int i = 0; i < MORPHTARGETS_COUNT; i ++ ) {
		#if defined( USE_COLOR_ALPHA )
			if ( morphTargetInfluences[ i ] != 0.0 ) vColor += getMorph( gl_VertexID, i, 2 ) * morphTargetInfluences[ i ];
		#elif defined( USE_COLOR )
			if ( morphTargetInfluences[ i ] != 0.0 ) vColor.rgb += getMorph( gl_VertexID, i, 2 ).rgb * morphTargetInfluences[ i ];
		#endif
	}
#endif`,morphnormal_vertex:`#ifdef USE_MORPHNORMALS
	objectNormal *= morphTargetBaseInfluence;
	for ( int i = 0; i < MORPHTARGETS_COUNT; i ++ ) {
		if ( morphTargetInfluences[ i ] != 0.0 ) objectNormal += getMorph( gl_VertexID, i, 1 ).xyz * morphTargetInfluences[ i ];
	}
#endif`,morphtarget_pars_vertex:`#ifdef USE_MORPHTARGETS
	#ifndef USE_INSTANCING_MORPH
		uniform float morphTargetBaseInfluence;
		uniform float morphTargetInfluences[ MORPHTARGETS_COUNT ];
	#endif
	uniform sampler2DArray morphTargetsTexture;
	uniform ivec2 morphTargetsTextureSize;
	vec4 getMorph( const in int vertexIndex, const in int morphTargetIndex, const in int offset ) {
		int texelIndex = vertexIndex * MORPHTARGETS_TEXTURE_STRIDE + offset;
		int y = texelIndex / morphTargetsTextureSize.x;
		int x = texelIndex - y * morphTargetsTextureSize.x;
		ivec3 morphUV = ivec3( x, y, morphTargetIndex );
		return texelFetch( morphTargetsTexture, morphUV, 0 );
	}
#endif`,morphtarget_vertex:`#ifdef USE_MORPHTARGETS
	transformed *= morphTargetBaseInfluence;
	for ( int i = 0; i < MORPHTARGETS_COUNT; i ++ ) {
		if ( morphTargetInfluences[ i ] != 0.0 ) transformed += getMorph( gl_VertexID, i, 0 ).xyz * morphTargetInfluences[ i ];
	}
#endif`,normal_fragment_begin:`float faceDirection = gl_FrontFacing ? 1.0 : - 1.0;
#ifdef FLAT_SHADED
	vec3 fdx = dFdx( vViewPosition );
	vec3 fdy = dFdy( vViewPosition );
	vec3 normal = normalize( cross( fdx, fdy ) );
#else
	vec3 normal = normalize( vNormal );
	#ifdef DOUBLE_SIDED
		normal *= faceDirection;
	#endif
#endif
#if defined( USE_NORMALMAP_TANGENTSPACE ) || defined( USE_CLEARCOAT_NORMALMAP ) || defined( USE_ANISOTROPY )
	#ifdef USE_TANGENT
		mat3 tbn = mat3( normalize( vTangent ), normalize( vBitangent ), normal );
	#else
		mat3 tbn = getTangentFrame( - vViewPosition, normal,
		#if defined( USE_NORMALMAP )
			vNormalMapUv
		#elif defined( USE_CLEARCOAT_NORMALMAP )
			vClearcoatNormalMapUv
		#else
			vUv
		#endif
		);
	#endif
	#ifdef DOUBLE_SIDED
		tbn[0] *= faceDirection;
		tbn[1] *= faceDirection;
	#endif
#endif
#ifdef USE_CLEARCOAT_NORMALMAP
	#ifdef USE_TANGENT
		mat3 tbn2 = mat3( normalize( vTangent ), normalize( vBitangent ), normal );
	#else
		mat3 tbn2 = getTangentFrame( - vViewPosition, normal, vClearcoatNormalMapUv );
	#endif
	#ifdef DOUBLE_SIDED
		tbn2[0] *= faceDirection;
		tbn2[1] *= faceDirection;
	#endif
#endif
vec3 nonPerturbedNormal = normal;`,normal_fragment_maps:`#ifdef USE_NORMALMAP_OBJECTSPACE
	normal = texture2D( normalMap, vNormalMapUv ).xyz * 2.0 - 1.0;
	#ifdef FLIP_SIDED
		normal = - normal;
	#endif
	#ifdef DOUBLE_SIDED
		normal = normal * faceDirection;
	#endif
	normal = normalize( normalMatrix * normal );
#elif defined( USE_NORMALMAP_TANGENTSPACE )
	vec3 mapN = texture2D( normalMap, vNormalMapUv ).xyz * 2.0 - 1.0;
	#if defined( USE_PACKED_NORMALMAP )
		mapN = vec3( mapN.xy, sqrt( saturate( 1.0 - dot( mapN.xy, mapN.xy ) ) ) );
	#endif
	mapN.xy *= normalScale;
	normal = normalize( tbn * mapN );
#elif defined( USE_BUMPMAP )
	normal = perturbNormalArb( - vViewPosition, normal, dHdxy_fwd(), faceDirection );
#endif`,normal_pars_fragment:`#ifndef FLAT_SHADED
	varying vec3 vNormal;
	#ifdef USE_TANGENT
		varying vec3 vTangent;
		varying vec3 vBitangent;
	#endif
#endif`,normal_pars_vertex:`#ifndef FLAT_SHADED
	varying vec3 vNormal;
	#ifdef USE_TANGENT
		varying vec3 vTangent;
		varying vec3 vBitangent;
	#endif
#endif`,normal_vertex:`#ifndef FLAT_SHADED
	vNormal = normalize( transformedNormal );
	#ifdef USE_TANGENT
		vTangent = normalize( transformedTangent );
		vBitangent = normalize( cross( vNormal, vTangent ) * tangent.w );
		#ifdef FLIP_SIDED
			vBitangent = - vBitangent;
		#endif
	#endif
#endif`,normalmap_pars_fragment:`#ifdef USE_NORMALMAP
	uniform sampler2D normalMap;
	uniform vec2 normalScale;
#endif
#ifdef USE_NORMALMAP_OBJECTSPACE
	uniform mat3 normalMatrix;
#endif
#if ! defined ( USE_TANGENT ) && ( defined ( USE_NORMALMAP_TANGENTSPACE ) || defined ( USE_CLEARCOAT_NORMALMAP ) || defined( USE_ANISOTROPY ) )
	mat3 getTangentFrame( vec3 eye_pos, vec3 surf_norm, vec2 uv ) {
		vec3 q0 = dFdx( eye_pos.xyz );
		vec3 q1 = dFdy( eye_pos.xyz );
		vec2 st0 = dFdx( uv.st );
		vec2 st1 = dFdy( uv.st );
		vec3 N = surf_norm;
		vec3 q1perp = cross( q1, N );
		vec3 q0perp = cross( N, q0 );
		vec3 T = q1perp * st0.x + q0perp * st1.x;
		vec3 B = q1perp * st0.y + q0perp * st1.y;
		float det = max( dot( T, T ), dot( B, B ) );
		float scale = ( det == 0.0 ) ? 0.0 : inversesqrt( det );
		return mat3( T * scale, B * scale, N );
	}
#endif`,clearcoat_normal_fragment_begin:`#ifdef USE_CLEARCOAT
	vec3 clearcoatNormal = nonPerturbedNormal;
#endif`,clearcoat_normal_fragment_maps:`#ifdef USE_CLEARCOAT_NORMALMAP
	vec3 clearcoatMapN = texture2D( clearcoatNormalMap, vClearcoatNormalMapUv ).xyz * 2.0 - 1.0;
	clearcoatMapN.xy *= clearcoatNormalScale;
	clearcoatNormal = normalize( tbn2 * clearcoatMapN );
#endif`,clearcoat_pars_fragment:`#ifdef USE_CLEARCOATMAP
	uniform sampler2D clearcoatMap;
#endif
#ifdef USE_CLEARCOAT_NORMALMAP
	uniform sampler2D clearcoatNormalMap;
	uniform vec2 clearcoatNormalScale;
#endif
#ifdef USE_CLEARCOAT_ROUGHNESSMAP
	uniform sampler2D clearcoatRoughnessMap;
#endif`,iridescence_pars_fragment:`#ifdef USE_IRIDESCENCEMAP
	uniform sampler2D iridescenceMap;
#endif
#ifdef USE_IRIDESCENCE_THICKNESSMAP
	uniform sampler2D iridescenceThicknessMap;
#endif`,opaque_fragment:`#ifdef OPAQUE
diffuseColor.a = 1.0;
#endif
#ifdef USE_TRANSMISSION
diffuseColor.a *= material.transmissionAlpha;
#endif
gl_FragColor = vec4( outgoingLight, diffuseColor.a );`,packing:`vec3 packNormalToRGB( const in vec3 normal ) {
	return normalize( normal ) * 0.5 + 0.5;
}
vec3 unpackRGBToNormal( const in vec3 rgb ) {
	return 2.0 * rgb.xyz - 1.0;
}
const float PackUpscale = 256. / 255.;const float UnpackDownscale = 255. / 256.;const float ShiftRight8 = 1. / 256.;
const float Inv255 = 1. / 255.;
const vec4 PackFactors = vec4( 1.0, 256.0, 256.0 * 256.0, 256.0 * 256.0 * 256.0 );
const vec2 UnpackFactors2 = vec2( UnpackDownscale, 1.0 / PackFactors.g );
const vec3 UnpackFactors3 = vec3( UnpackDownscale / PackFactors.rg, 1.0 / PackFactors.b );
const vec4 UnpackFactors4 = vec4( UnpackDownscale / PackFactors.rgb, 1.0 / PackFactors.a );
vec4 packDepthToRGBA( const in float v ) {
	if( v <= 0.0 )
		return vec4( 0., 0., 0., 0. );
	if( v >= 1.0 )
		return vec4( 1., 1., 1., 1. );
	float vuf;
	float af = modf( v * PackFactors.a, vuf );
	float bf = modf( vuf * ShiftRight8, vuf );
	float gf = modf( vuf * ShiftRight8, vuf );
	return vec4( vuf * Inv255, gf * PackUpscale, bf * PackUpscale, af );
}
vec3 packDepthToRGB( const in float v ) {
	if( v <= 0.0 )
		return vec3( 0., 0., 0. );
	if( v >= 1.0 )
		return vec3( 1., 1., 1. );
	float vuf;
	float bf = modf( v * PackFactors.b, vuf );
	float gf = modf( vuf * ShiftRight8, vuf );
	return vec3( vuf * Inv255, gf * PackUpscale, bf );
}
vec2 packDepthToRG( const in float v ) {
	if( v <= 0.0 )
		return vec2( 0., 0. );
	if( v >= 1.0 )
		return vec2( 1., 1. );
	float vuf;
	float gf = modf( v * 256., vuf );
	return vec2( vuf * Inv255, gf );
}
float unpackRGBAToDepth( const in vec4 v ) {
	return dot( v, UnpackFactors4 );
}
float unpackRGBToDepth( const in vec3 v ) {
	return dot( v, UnpackFactors3 );
}
float unpackRGToDepth( const in vec2 v ) {
	return v.r * UnpackFactors2.r + v.g * UnpackFactors2.g;
}
vec4 pack2HalfToRGBA( const in vec2 v ) {
	vec4 r = vec4( v.x, fract( v.x * 255.0 ), v.y, fract( v.y * 255.0 ) );
	return vec4( r.x - r.y / 255.0, r.y, r.z - r.w / 255.0, r.w );
}
vec2 unpackRGBATo2Half( const in vec4 v ) {
	return vec2( v.x + ( v.y / 255.0 ), v.z + ( v.w / 255.0 ) );
}
float viewZToOrthographicDepth( const in float viewZ, const in float near, const in float far ) {
	return ( viewZ + near ) / ( near - far );
}
float orthographicDepthToViewZ( const in float depth, const in float near, const in float far ) {
	#ifdef USE_REVERSED_DEPTH_BUFFER
	
		return depth * ( far - near ) - far;
	#else
		return depth * ( near - far ) - near;
	#endif
}
float viewZToPerspectiveDepth( const in float viewZ, const in float near, const in float far ) {
	return ( ( near + viewZ ) * far ) / ( ( far - near ) * viewZ );
}
float perspectiveDepthToViewZ( const in float depth, const in float near, const in float far ) {
	
	#ifdef USE_REVERSED_DEPTH_BUFFER
		return ( near * far ) / ( ( near - far ) * depth - near );
	#else
		return ( near * far ) / ( ( far - near ) * depth - far );
	#endif
}`,premultiplied_alpha_fragment:`#ifdef PREMULTIPLIED_ALPHA
	gl_FragColor.rgb *= gl_FragColor.a;
#endif`,project_vertex:`vec4 mvPosition = vec4( transformed, 1.0 );
#ifdef USE_BATCHING
	mvPosition = batchingMatrix * mvPosition;
#endif
#ifdef USE_INSTANCING
	mvPosition = instanceMatrix * mvPosition;
#endif
mvPosition = modelViewMatrix * mvPosition;
gl_Position = projectionMatrix * mvPosition;`,dithering_fragment:`#ifdef DITHERING
	gl_FragColor.rgb = dithering( gl_FragColor.rgb );
#endif`,dithering_pars_fragment:`#ifdef DITHERING
	vec3 dithering( vec3 color ) {
		float grid_position = rand( gl_FragCoord.xy );
		vec3 dither_shift_RGB = vec3( 0.25 / 255.0, -0.25 / 255.0, 0.25 / 255.0 );
		dither_shift_RGB = mix( 2.0 * dither_shift_RGB, -2.0 * dither_shift_RGB, grid_position );
		return color + dither_shift_RGB;
	}
#endif`,roughnessmap_fragment:`float roughnessFactor = roughness;
#ifdef USE_ROUGHNESSMAP
	vec4 texelRoughness = texture2D( roughnessMap, vRoughnessMapUv );
	roughnessFactor *= texelRoughness.g;
#endif`,roughnessmap_pars_fragment:`#ifdef USE_ROUGHNESSMAP
	uniform sampler2D roughnessMap;
#endif`,shadowmap_pars_fragment:`#if NUM_SPOT_LIGHT_COORDS > 0
	varying vec4 vSpotLightCoord[ NUM_SPOT_LIGHT_COORDS ];
#endif
#if NUM_SPOT_LIGHT_MAPS > 0
	uniform sampler2D spotLightMap[ NUM_SPOT_LIGHT_MAPS ];
#endif
#ifdef USE_SHADOWMAP
	#if NUM_SUN_LIGHT_SHADOWS > 0
		#define SUN_LIGHT_CASCADES 2
		#if defined( SHADOWMAP_TYPE_PCF )
			uniform sampler2DShadow sunShadowMap[ NUM_SUN_LIGHT_SHADOWS ];
		#else
			uniform sampler2D sunShadowMap[ NUM_SUN_LIGHT_SHADOWS ];
		#endif
		uniform mat4 sunShadowMatrix[ NUM_SUN_LIGHT_SHADOWS * SUN_LIGHT_CASCADES ];
		uniform vec4 sunShadowCascade[ NUM_SUN_LIGHT_SHADOWS * SUN_LIGHT_CASCADES ];
		varying vec4 vSunShadowWorldPosition;
		varying vec3 vSunShadowWorldNormal;
		struct SunLightShadow {
			float shadowIntensity;
			float shadowBias;
			float shadowNormalBias;
			float shadowRadius;
			vec2 shadowMapSize;
		};
		uniform SunLightShadow sunLightShadows[ NUM_SUN_LIGHT_SHADOWS ];
	#endif
	#if NUM_DIR_LIGHT_SHADOWS > 0
		#if defined( SHADOWMAP_TYPE_PCF )
			uniform sampler2DShadow directionalShadowMap[ NUM_DIR_LIGHT_SHADOWS ];
		#else
			uniform sampler2D directionalShadowMap[ NUM_DIR_LIGHT_SHADOWS ];
		#endif
		varying vec4 vDirectionalShadowCoord[ NUM_DIR_LIGHT_SHADOWS ];
		struct DirectionalLightShadow {
			float shadowIntensity;
			float shadowBias;
			float shadowNormalBias;
			float shadowRadius;
			vec2 shadowMapSize;
		};
		uniform DirectionalLightShadow directionalLightShadows[ NUM_DIR_LIGHT_SHADOWS ];
	#endif
	#if NUM_SPOT_LIGHT_SHADOWS > 0
		#if defined( SHADOWMAP_TYPE_PCF )
			uniform sampler2DShadow spotShadowMap[ NUM_SPOT_LIGHT_SHADOWS ];
		#else
			uniform sampler2D spotShadowMap[ NUM_SPOT_LIGHT_SHADOWS ];
		#endif
		struct SpotLightShadow {
			float shadowIntensity;
			float shadowBias;
			float shadowNormalBias;
			float shadowRadius;
			vec2 shadowMapSize;
		};
		uniform SpotLightShadow spotLightShadows[ NUM_SPOT_LIGHT_SHADOWS ];
	#endif
	#if NUM_POINT_LIGHT_SHADOWS > 0
		#if defined( SHADOWMAP_TYPE_PCF )
			uniform samplerCubeShadow pointShadowMap[ NUM_POINT_LIGHT_SHADOWS ];
		#elif defined( SHADOWMAP_TYPE_BASIC )
			uniform samplerCube pointShadowMap[ NUM_POINT_LIGHT_SHADOWS ];
		#endif
		varying vec4 vPointShadowCoord[ NUM_POINT_LIGHT_SHADOWS ];
		struct PointLightShadow {
			float shadowIntensity;
			float shadowBias;
			float shadowNormalBias;
			float shadowRadius;
			vec2 shadowMapSize;
			float shadowCameraNear;
			float shadowCameraFar;
		};
		uniform PointLightShadow pointLightShadows[ NUM_POINT_LIGHT_SHADOWS ];
	#endif
	#if defined( SHADOWMAP_TYPE_PCF )
		float interleavedGradientNoise( vec2 position ) {
			return fract( 52.9829189 * fract( dot( position, vec2( 0.06711056, 0.00583715 ) ) ) );
		}
		vec2 vogelDiskSample( int sampleIndex, int samplesCount, float phi ) {
			const float goldenAngle = 2.399963229728653;
			float r = sqrt( ( float( sampleIndex ) + 0.5 ) / float( samplesCount ) );
			float theta = float( sampleIndex ) * goldenAngle + phi;
			return vec2( cos( theta ), sin( theta ) ) * r;
		}
	#endif
	#if defined( SHADOWMAP_TYPE_PCF )
		float getShadow( sampler2DShadow shadowMap, vec2 shadowMapSize, float shadowIntensity, float shadowBias, float shadowRadius, vec4 shadowCoord ) {
			float shadow = 1.0;
			shadowCoord.xyz /= shadowCoord.w;
			#ifdef USE_REVERSED_DEPTH_BUFFER
				shadowCoord.z -= shadowBias;
			#else
				shadowCoord.z += shadowBias;
			#endif
			bool inFrustum = shadowCoord.x >= 0.0 && shadowCoord.x <= 1.0 && shadowCoord.y >= 0.0 && shadowCoord.y <= 1.0;
			bool frustumTest = inFrustum && shadowCoord.z <= 1.0;
			if ( frustumTest ) {
				vec2 texelSize = vec2( 1.0 ) / shadowMapSize;
				vec2 radius = shadowRadius * texelSize;
				float phi = interleavedGradientNoise( gl_FragCoord.xy ) * PI2;
				shadow = (
					texture( shadowMap, vec3( shadowCoord.xy + vogelDiskSample( 0, 5, phi ) * radius, shadowCoord.z ) ) +
					texture( shadowMap, vec3( shadowCoord.xy + vogelDiskSample( 1, 5, phi ) * radius, shadowCoord.z ) ) +
					texture( shadowMap, vec3( shadowCoord.xy + vogelDiskSample( 2, 5, phi ) * radius, shadowCoord.z ) ) +
					texture( shadowMap, vec3( shadowCoord.xy + vogelDiskSample( 3, 5, phi ) * radius, shadowCoord.z ) ) +
					texture( shadowMap, vec3( shadowCoord.xy + vogelDiskSample( 4, 5, phi ) * radius, shadowCoord.z ) )
				) * 0.2;
			}
			return mix( 1.0, shadow, shadowIntensity );
		}
	#elif defined( SHADOWMAP_TYPE_VSM )
		float getShadow( sampler2D shadowMap, vec2 shadowMapSize, float shadowIntensity, float shadowBias, float shadowRadius, vec4 shadowCoord ) {
			float shadow = 1.0;
			shadowCoord.xyz /= shadowCoord.w;
			#ifdef USE_REVERSED_DEPTH_BUFFER
				shadowCoord.z -= shadowBias;
			#else
				shadowCoord.z += shadowBias;
			#endif
			bool inFrustum = shadowCoord.x >= 0.0 && shadowCoord.x <= 1.0 && shadowCoord.y >= 0.0 && shadowCoord.y <= 1.0;
			bool frustumTest = inFrustum && shadowCoord.z <= 1.0;
			if ( frustumTest ) {
				vec2 distribution = texture2D( shadowMap, shadowCoord.xy ).rg;
				float mean = distribution.x;
				float variance = distribution.y * distribution.y;
				#ifdef USE_REVERSED_DEPTH_BUFFER
					float hard_shadow = step( mean, shadowCoord.z );
				#else
					float hard_shadow = step( shadowCoord.z, mean );
				#endif
				
				if ( hard_shadow == 1.0 ) {
					shadow = 1.0;
				} else {
					variance = max( variance, 0.0000001 );
					float d = shadowCoord.z - mean;
					float p_max = variance / ( variance + d * d );
					p_max = clamp( ( p_max - 0.3 ) / 0.65, 0.0, 1.0 );
					shadow = max( hard_shadow, p_max );
				}
			}
			return mix( 1.0, shadow, shadowIntensity );
		}
	#else
		float getShadow( sampler2D shadowMap, vec2 shadowMapSize, float shadowIntensity, float shadowBias, float shadowRadius, vec4 shadowCoord ) {
			float shadow = 1.0;
			shadowCoord.xyz /= shadowCoord.w;
			#ifdef USE_REVERSED_DEPTH_BUFFER
				shadowCoord.z -= shadowBias;
			#else
				shadowCoord.z += shadowBias;
			#endif
			bool inFrustum = shadowCoord.x >= 0.0 && shadowCoord.x <= 1.0 && shadowCoord.y >= 0.0 && shadowCoord.y <= 1.0;
			bool frustumTest = inFrustum && shadowCoord.z <= 1.0;
			if ( frustumTest ) {
				float depth = texture2D( shadowMap, shadowCoord.xy ).r;
				#ifdef USE_REVERSED_DEPTH_BUFFER
					shadow = step( depth, shadowCoord.z );
				#else
					shadow = step( shadowCoord.z, depth );
				#endif
			}
			return mix( 1.0, shadow, shadowIntensity );
		}
	#endif
	#if NUM_SUN_LIGHT_SHADOWS > 0
		float getSunShadow(
			#if defined( SHADOWMAP_TYPE_PCF )
				sampler2DShadow shadowMap,
			#else
				sampler2D shadowMap,
			#endif
			SunLightShadow sunLightShadow,
			int shadowIndex
		) {
			vec4 shadowWorldPosition = vec4( vSunShadowWorldPosition.xyz + vSunShadowWorldNormal * sunLightShadow.shadowNormalBias, 1.0 );
			float viewDepth = vSunShadowWorldPosition.w;
			int cascadeOffset = shadowIndex * SUN_LIGHT_CASCADES;
			float shadow = 1.0;
			for ( int i = SUN_LIGHT_CASCADES - 1; i >= 0; i -- ) {
				vec4 cascade = sunShadowCascade[ cascadeOffset + i ];
				if ( viewDepth >= cascade.x && viewDepth < cascade.y ) {
					float cascadeShadow = getShadow(
						shadowMap,
						sunLightShadow.shadowMapSize,
						sunLightShadow.shadowIntensity,
						sunLightShadow.shadowBias,
						sunLightShadow.shadowRadius,
						sunShadowMatrix[ cascadeOffset + i ] * shadowWorldPosition
					);
					shadow = mix( cascadeShadow, shadow, smoothstep( cascade.z, cascade.y, viewDepth ) );
				}
			}
			return shadow;
		}
	#endif
	#if NUM_POINT_LIGHT_SHADOWS > 0
	#if defined( SHADOWMAP_TYPE_PCF )
	float getPointShadow( samplerCubeShadow shadowMap, vec2 shadowMapSize, float shadowIntensity, float shadowBias, float shadowRadius, vec4 shadowCoord, float shadowCameraNear, float shadowCameraFar ) {
		float shadow = 1.0;
		vec3 lightToPosition = shadowCoord.xyz;
		vec3 bd3D = normalize( lightToPosition );
		vec3 absVec = abs( lightToPosition );
		float viewSpaceZ = max( max( absVec.x, absVec.y ), absVec.z );
		if ( viewSpaceZ - shadowCameraFar <= 0.0 && viewSpaceZ - shadowCameraNear >= 0.0 ) {
			float lightDistance = length( lightToPosition );
			float depthRange = shadowCameraFar - shadowCameraNear;
			#ifdef USE_REVERSED_DEPTH_BUFFER
				float depthA = - shadowCameraNear / depthRange - shadowBias;
				float depthB = shadowCameraNear * shadowCameraFar / ( depthRange * lightDistance );
			#else
				float depthA = shadowCameraFar / depthRange + shadowBias;
				float depthB = - shadowCameraNear * shadowCameraFar / ( depthRange * lightDistance );
			#endif
			float texelSize = shadowRadius / shadowMapSize.x;
			vec3 absDir = abs( bd3D );
			vec3 tangent = absDir.x > absDir.z ? vec3( 0.0, 1.0, 0.0 ) : vec3( 1.0, 0.0, 0.0 );
			tangent = normalize( cross( bd3D, tangent ) );
			vec3 bitangent = cross( bd3D, tangent );
			float phi = interleavedGradientNoise( gl_FragCoord.xy ) * PI2;
			shadow = 0.0;
			for ( int i = 0; i < 5; i ++ ) {
				vec2 offset = vogelDiskSample( i, 5, phi );
				vec3 direction = bd3D + ( tangent * offset.x + bitangent * offset.y ) * texelSize;
				vec3 absDirection = abs( direction );
				float dp = depthA + depthB / max( max( absDirection.x, absDirection.y ), absDirection.z );
				shadow += texture( shadowMap, vec4( direction, dp ) );
			}
			shadow *= 0.2;
		}
		return mix( 1.0, shadow, shadowIntensity );
	}
	#elif defined( SHADOWMAP_TYPE_BASIC )
	float getPointShadow( samplerCube shadowMap, vec2 shadowMapSize, float shadowIntensity, float shadowBias, float shadowRadius, vec4 shadowCoord, float shadowCameraNear, float shadowCameraFar ) {
		float shadow = 1.0;
		vec3 lightToPosition = shadowCoord.xyz;
		vec3 absVec = abs( lightToPosition );
		float viewSpaceZ = max( max( absVec.x, absVec.y ), absVec.z );
		if ( viewSpaceZ - shadowCameraFar <= 0.0 && viewSpaceZ - shadowCameraNear >= 0.0 ) {
			float dp = ( shadowCameraFar * ( viewSpaceZ - shadowCameraNear ) ) / ( viewSpaceZ * ( shadowCameraFar - shadowCameraNear ) );
			dp += shadowBias;
			vec3 bd3D = normalize( lightToPosition );
			float depth = textureCube( shadowMap, bd3D ).r;
			#ifdef USE_REVERSED_DEPTH_BUFFER
				depth = 1.0 - depth;
			#endif
			shadow = step( dp, depth );
		}
		return mix( 1.0, shadow, shadowIntensity );
	}
	#endif
	#endif
#endif`,shadowmap_pars_vertex:`#if NUM_SPOT_LIGHT_COORDS > 0
	uniform mat4 spotLightMatrix[ NUM_SPOT_LIGHT_COORDS ];
	varying vec4 vSpotLightCoord[ NUM_SPOT_LIGHT_COORDS ];
#endif
#ifdef USE_SHADOWMAP
	#if NUM_SUN_LIGHT_SHADOWS > 0
		varying vec4 vSunShadowWorldPosition;
		varying vec3 vSunShadowWorldNormal;
	#endif
	#if NUM_DIR_LIGHT_SHADOWS > 0
		uniform mat4 directionalShadowMatrix[ NUM_DIR_LIGHT_SHADOWS ];
		varying vec4 vDirectionalShadowCoord[ NUM_DIR_LIGHT_SHADOWS ];
		struct DirectionalLightShadow {
			float shadowIntensity;
			float shadowBias;
			float shadowNormalBias;
			float shadowRadius;
			vec2 shadowMapSize;
		};
		uniform DirectionalLightShadow directionalLightShadows[ NUM_DIR_LIGHT_SHADOWS ];
	#endif
	#if NUM_SPOT_LIGHT_SHADOWS > 0
		struct SpotLightShadow {
			float shadowIntensity;
			float shadowBias;
			float shadowNormalBias;
			float shadowRadius;
			vec2 shadowMapSize;
		};
		uniform SpotLightShadow spotLightShadows[ NUM_SPOT_LIGHT_SHADOWS ];
	#endif
	#if NUM_POINT_LIGHT_SHADOWS > 0
		uniform mat4 pointShadowMatrix[ NUM_POINT_LIGHT_SHADOWS ];
		varying vec4 vPointShadowCoord[ NUM_POINT_LIGHT_SHADOWS ];
		struct PointLightShadow {
			float shadowIntensity;
			float shadowBias;
			float shadowNormalBias;
			float shadowRadius;
			vec2 shadowMapSize;
			float shadowCameraNear;
			float shadowCameraFar;
		};
		uniform PointLightShadow pointLightShadows[ NUM_POINT_LIGHT_SHADOWS ];
	#endif
#endif`,shadowmap_vertex:`#if ( defined( USE_SHADOWMAP ) && ( NUM_DIR_LIGHT_SHADOWS > 0 || NUM_SUN_LIGHT_SHADOWS > 0 || NUM_POINT_LIGHT_SHADOWS > 0 ) ) || ( NUM_SPOT_LIGHT_COORDS > 0 )
	#ifdef HAS_NORMAL
		vec3 shadowWorldNormal = transformNormalByInverseViewMatrix( transformedNormal, viewMatrix );
	#else
		vec3 shadowWorldNormal = vec3( 0.0 );
	#endif
	vec4 shadowWorldPosition;
#endif
#if defined( USE_SHADOWMAP )
	#if NUM_SUN_LIGHT_SHADOWS > 0
		vSunShadowWorldPosition = vec4( worldPosition.xyz, - mvPosition.z );
		vSunShadowWorldNormal = shadowWorldNormal;
	#endif
	#if NUM_DIR_LIGHT_SHADOWS > 0
		#pragma unroll_loop_start
		for ( int i = 0; i < NUM_DIR_LIGHT_SHADOWS; i ++ ) {
			shadowWorldPosition = worldPosition + vec4( shadowWorldNormal * directionalLightShadows[ i ].shadowNormalBias, 0 );
			vDirectionalShadowCoord[ i ] = directionalShadowMatrix[ i ] * shadowWorldPosition;
		}
		#pragma unroll_loop_end
	#endif
	#if NUM_POINT_LIGHT_SHADOWS > 0
		#pragma unroll_loop_start
		for ( int i = 0; i < NUM_POINT_LIGHT_SHADOWS; i ++ ) {
			shadowWorldPosition = worldPosition + vec4( shadowWorldNormal * pointLightShadows[ i ].shadowNormalBias, 0 );
			vPointShadowCoord[ i ] = pointShadowMatrix[ i ] * shadowWorldPosition;
		}
		#pragma unroll_loop_end
	#endif
#endif
#if NUM_SPOT_LIGHT_COORDS > 0
	#pragma unroll_loop_start
	for ( int i = 0; i < NUM_SPOT_LIGHT_COORDS; i ++ ) {
		shadowWorldPosition = worldPosition;
		#if ( defined( USE_SHADOWMAP ) && UNROLLED_LOOP_INDEX < NUM_SPOT_LIGHT_SHADOWS )
			shadowWorldPosition.xyz += shadowWorldNormal * spotLightShadows[ i ].shadowNormalBias;
		#endif
		vSpotLightCoord[ i ] = spotLightMatrix[ i ] * shadowWorldPosition;
	}
	#pragma unroll_loop_end
#endif`,shadowmask_pars_fragment:`float getShadowMask() {
	float shadow = 1.0;
	#ifdef USE_SHADOWMAP
	#if NUM_SUN_LIGHT_SHADOWS > 0
	SunLightShadow sunLight;
	#pragma unroll_loop_start
	for ( int i = 0; i < NUM_SUN_LIGHT_SHADOWS; i ++ ) {
		sunLight = sunLightShadows[ i ];
		shadow *= receiveShadow ? getSunShadow( sunShadowMap[ i ], sunLight, UNROLLED_LOOP_INDEX ) : 1.0;
	}
	#pragma unroll_loop_end
	#endif
	#if NUM_DIR_LIGHT_SHADOWS > 0
	DirectionalLightShadow directionalLight;
	#pragma unroll_loop_start
	for ( int i = 0; i < NUM_DIR_LIGHT_SHADOWS; i ++ ) {
		directionalLight = directionalLightShadows[ i ];
		shadow *= receiveShadow ? getShadow( directionalShadowMap[ i ], directionalLight.shadowMapSize, directionalLight.shadowIntensity, directionalLight.shadowBias, directionalLight.shadowRadius, vDirectionalShadowCoord[ i ] ) : 1.0;
	}
	#pragma unroll_loop_end
	#endif
	#if NUM_SPOT_LIGHT_SHADOWS > 0
	SpotLightShadow spotLight;
	#pragma unroll_loop_start
	for ( int i = 0; i < NUM_SPOT_LIGHT_SHADOWS; i ++ ) {
		spotLight = spotLightShadows[ i ];
		shadow *= receiveShadow ? getShadow( spotShadowMap[ i ], spotLight.shadowMapSize, spotLight.shadowIntensity, spotLight.shadowBias, spotLight.shadowRadius, vSpotLightCoord[ i ] ) : 1.0;
	}
	#pragma unroll_loop_end
	#endif
	#if NUM_POINT_LIGHT_SHADOWS > 0 && ( defined( SHADOWMAP_TYPE_PCF ) || defined( SHADOWMAP_TYPE_BASIC ) )
	PointLightShadow pointLight;
	#pragma unroll_loop_start
	for ( int i = 0; i < NUM_POINT_LIGHT_SHADOWS; i ++ ) {
		pointLight = pointLightShadows[ i ];
		shadow *= receiveShadow ? getPointShadow( pointShadowMap[ i ], pointLight.shadowMapSize, pointLight.shadowIntensity, pointLight.shadowBias, pointLight.shadowRadius, vPointShadowCoord[ i ], pointLight.shadowCameraNear, pointLight.shadowCameraFar ) : 1.0;
	}
	#pragma unroll_loop_end
	#endif
	#endif
	return shadow;
}`,skinbase_vertex:`#ifdef USE_SKINNING
	mat4 boneMatX = getBoneMatrix( skinIndex.x );
	mat4 boneMatY = getBoneMatrix( skinIndex.y );
	mat4 boneMatZ = getBoneMatrix( skinIndex.z );
	mat4 boneMatW = getBoneMatrix( skinIndex.w );
#endif`,skinning_pars_vertex:`#ifdef USE_SKINNING
	uniform mat4 bindMatrix;
	uniform mat4 bindMatrixInverse;
	uniform highp sampler2D boneTexture;
	mat4 getBoneMatrix( const in float i ) {
		int size = textureSize( boneTexture, 0 ).x;
		int j = int( i ) * 4;
		int x = j % size;
		int y = j / size;
		vec4 v1 = texelFetch( boneTexture, ivec2( x, y ), 0 );
		vec4 v2 = texelFetch( boneTexture, ivec2( x + 1, y ), 0 );
		vec4 v3 = texelFetch( boneTexture, ivec2( x + 2, y ), 0 );
		vec4 v4 = texelFetch( boneTexture, ivec2( x + 3, y ), 0 );
		return mat4( v1, v2, v3, v4 );
	}
#endif`,skinning_vertex:`#ifdef USE_SKINNING
	vec4 skinVertex = bindMatrix * vec4( transformed, 1.0 );
	vec4 skinned = vec4( 0.0 );
	skinned += boneMatX * skinVertex * skinWeight.x;
	skinned += boneMatY * skinVertex * skinWeight.y;
	skinned += boneMatZ * skinVertex * skinWeight.z;
	skinned += boneMatW * skinVertex * skinWeight.w;
	transformed = ( bindMatrixInverse * skinned ).xyz;
#endif`,skinnormal_vertex:`#ifdef USE_SKINNING
	mat4 skinMatrix = mat4( 0.0 );
	skinMatrix += skinWeight.x * boneMatX;
	skinMatrix += skinWeight.y * boneMatY;
	skinMatrix += skinWeight.z * boneMatZ;
	skinMatrix += skinWeight.w * boneMatW;
	skinMatrix = bindMatrixInverse * skinMatrix * bindMatrix;
	objectNormal = vec4( skinMatrix * vec4( objectNormal, 0.0 ) ).xyz;
	#ifdef USE_TANGENT
		objectTangent = vec4( skinMatrix * vec4( objectTangent, 0.0 ) ).xyz;
	#endif
#endif`,specularmap_fragment:`float specularStrength;
#ifdef USE_SPECULARMAP
	vec4 texelSpecular = texture2D( specularMap, vSpecularMapUv );
	specularStrength = texelSpecular.r;
#else
	specularStrength = 1.0;
#endif`,specularmap_pars_fragment:`#ifdef USE_SPECULARMAP
	uniform sampler2D specularMap;
#endif`,tonemapping_fragment:`#if defined( TONE_MAPPING )
	gl_FragColor.rgb = toneMapping( gl_FragColor.rgb );
#endif`,tonemapping_pars_fragment:`#ifndef saturate
#define saturate( a ) clamp( a, 0.0, 1.0 )
#endif
uniform float toneMappingExposure;
vec3 LinearToneMapping( vec3 color ) {
	return saturate( toneMappingExposure * color );
}
vec3 ReinhardToneMapping( vec3 color ) {
	color *= toneMappingExposure;
	return saturate( color / ( vec3( 1.0 ) + color ) );
}
vec3 CineonToneMapping( vec3 color ) {
	color *= toneMappingExposure;
	color = max( vec3( 0.0 ), color - 0.004 );
	return pow( ( color * ( 6.2 * color + 0.5 ) ) / ( color * ( 6.2 * color + 1.7 ) + 0.06 ), vec3( 2.2 ) );
}
vec3 RRTAndODTFit( vec3 v ) {
	vec3 a = v * ( v + 0.0245786 ) - 0.000090537;
	vec3 b = v * ( 0.983729 * v + 0.4329510 ) + 0.238081;
	return a / b;
}
vec3 ACESFilmicToneMapping( vec3 color ) {
	const mat3 ACESInputMat = mat3(
		vec3( 0.59719, 0.07600, 0.02840 ),		vec3( 0.35458, 0.90834, 0.13383 ),
		vec3( 0.04823, 0.01566, 0.83777 )
	);
	const mat3 ACESOutputMat = mat3(
		vec3(  1.60475, -0.10208, -0.00327 ),		vec3( -0.53108,  1.10813, -0.07276 ),
		vec3( -0.07367, -0.00605,  1.07602 )
	);
	color *= toneMappingExposure / 0.6;
	color = ACESInputMat * color;
	color = RRTAndODTFit( color );
	color = ACESOutputMat * color;
	return saturate( color );
}
const mat3 LINEAR_REC2020_TO_LINEAR_SRGB = mat3(
	vec3( 1.6605, - 0.1246, - 0.0182 ),
	vec3( - 0.5876, 1.1329, - 0.1006 ),
	vec3( - 0.0728, - 0.0083, 1.1187 )
);
const mat3 LINEAR_SRGB_TO_LINEAR_REC2020 = mat3(
	vec3( 0.6274, 0.0691, 0.0164 ),
	vec3( 0.3293, 0.9195, 0.0880 ),
	vec3( 0.0433, 0.0113, 0.8956 )
);
vec3 agxDefaultContrastApprox( vec3 x ) {
	vec3 x2 = x * x;
	vec3 x4 = x2 * x2;
	return + 15.5 * x4 * x2
		- 40.14 * x4 * x
		+ 31.96 * x4
		- 6.868 * x2 * x
		+ 0.4298 * x2
		+ 0.1191 * x
		- 0.00232;
}
vec3 AgXToneMapping( vec3 color ) {
	const mat3 AgXInsetMatrix = mat3(
		vec3( 0.856627153315983, 0.137318972929847, 0.11189821299995 ),
		vec3( 0.0951212405381588, 0.761241990602591, 0.0767994186031903 ),
		vec3( 0.0482516061458583, 0.101439036467562, 0.811302368396859 )
	);
	const mat3 AgXOutsetMatrix = mat3(
		vec3( 1.1271005818144368, - 0.1413297634984383, - 0.14132976349843826 ),
		vec3( - 0.11060664309660323, 1.157823702216272, - 0.11060664309660294 ),
		vec3( - 0.016493938717834573, - 0.016493938717834257, 1.2519364065950405 )
	);
	const float AgxMinEv = - 12.47393;	const float AgxMaxEv = 4.026069;
	color *= toneMappingExposure;
	color = LINEAR_SRGB_TO_LINEAR_REC2020 * color;
	color = AgXInsetMatrix * color;
	color = max( color, 1e-10 );	color = log2( color );
	color = ( color - AgxMinEv ) / ( AgxMaxEv - AgxMinEv );
	color = clamp( color, 0.0, 1.0 );
	color = agxDefaultContrastApprox( color );
	color = AgXOutsetMatrix * color;
	color = pow( max( vec3( 0.0 ), color ), vec3( 2.2 ) );
	color = LINEAR_REC2020_TO_LINEAR_SRGB * color;
	color = clamp( color, 0.0, 1.0 );
	return color;
}
vec3 NeutralToneMapping( vec3 color ) {
	const float StartCompression = 0.8 - 0.04;
	const float Desaturation = 0.15;
	color *= toneMappingExposure;
	float x = min( color.r, min( color.g, color.b ) );
	float offset = x < 0.08 ? x - 6.25 * x * x : 0.04;
	color -= offset;
	float peak = max( color.r, max( color.g, color.b ) );
	if ( peak < StartCompression ) return color;
	float d = 1. - StartCompression;
	float newPeak = 1. - d * d / ( peak + d - StartCompression );
	color *= newPeak / peak;
	float g = 1. - 1. / ( Desaturation * ( peak - newPeak ) + 1. );
	return mix( color, vec3( newPeak ), g );
}
vec3 CustomToneMapping( vec3 color ) { return color; }`,transmission_fragment:`#ifdef USE_TRANSMISSION
	material.transmission = transmission;
	material.transmissionAlpha = 1.0;
	material.thickness = thickness;
	material.attenuationDistance = attenuationDistance;
	material.attenuationColor = attenuationColor;
	#ifdef USE_TRANSMISSIONMAP
		material.transmission *= texture2D( transmissionMap, vTransmissionMapUv ).r;
	#endif
	#ifdef USE_THICKNESSMAP
		material.thickness *= texture2D( thicknessMap, vThicknessMapUv ).g;
	#endif
	vec3 pos = vWorldPosition;
	vec3 v = normalize( cameraPosition - pos );
	vec3 n = transformNormalByInverseViewMatrix( normal, viewMatrix );
	vec4 transmitted = getIBLVolumeRefraction(
		n, v, material.roughness, material.diffuseContribution, material.specularColorBlended, material.specularF90,
		pos, modelMatrix, viewMatrix, projectionMatrix, material.dispersion, material.ior, material.thickness,
		material.attenuationColor, material.attenuationDistance );
	material.transmissionAlpha = mix( material.transmissionAlpha, transmitted.a, material.transmission );
	totalDiffuse = mix( totalDiffuse, transmitted.rgb, material.transmission );
#endif`,transmission_pars_fragment:`#ifdef USE_TRANSMISSION
	uniform float transmission;
	uniform float thickness;
	uniform float attenuationDistance;
	uniform vec3 attenuationColor;
	#ifdef USE_TRANSMISSIONMAP
		uniform sampler2D transmissionMap;
	#endif
	#ifdef USE_THICKNESSMAP
		uniform sampler2D thicknessMap;
	#endif
	uniform vec2 transmissionSamplerSize;
	uniform sampler2D transmissionSamplerMap;
	uniform mat4 modelMatrix;
	uniform mat4 projectionMatrix;
	varying vec3 vWorldPosition;
	float w0( float a ) {
		return ( 1.0 / 6.0 ) * ( a * ( a * ( - a + 3.0 ) - 3.0 ) + 1.0 );
	}
	float w1( float a ) {
		return ( 1.0 / 6.0 ) * ( a *  a * ( 3.0 * a - 6.0 ) + 4.0 );
	}
	float w2( float a ){
		return ( 1.0 / 6.0 ) * ( a * ( a * ( - 3.0 * a + 3.0 ) + 3.0 ) + 1.0 );
	}
	float w3( float a ) {
		return ( 1.0 / 6.0 ) * ( a * a * a );
	}
	float g0( float a ) {
		return w0( a ) + w1( a );
	}
	float g1( float a ) {
		return w2( a ) + w3( a );
	}
	float h0( float a ) {
		return - 1.0 + w1( a ) / ( w0( a ) + w1( a ) );
	}
	float h1( float a ) {
		return 1.0 + w3( a ) / ( w2( a ) + w3( a ) );
	}
	vec4 bicubic( sampler2D tex, vec2 uv, vec4 texelSize, float lod ) {
		uv = uv * texelSize.zw + 0.5;
		vec2 iuv = floor( uv );
		vec2 fuv = fract( uv );
		float g0x = g0( fuv.x );
		float g1x = g1( fuv.x );
		float h0x = h0( fuv.x );
		float h1x = h1( fuv.x );
		float h0y = h0( fuv.y );
		float h1y = h1( fuv.y );
		vec2 p0 = ( vec2( iuv.x + h0x, iuv.y + h0y ) - 0.5 ) * texelSize.xy;
		vec2 p1 = ( vec2( iuv.x + h1x, iuv.y + h0y ) - 0.5 ) * texelSize.xy;
		vec2 p2 = ( vec2( iuv.x + h0x, iuv.y + h1y ) - 0.5 ) * texelSize.xy;
		vec2 p3 = ( vec2( iuv.x + h1x, iuv.y + h1y ) - 0.5 ) * texelSize.xy;
		return g0( fuv.y ) * ( g0x * textureLod( tex, p0, lod ) + g1x * textureLod( tex, p1, lod ) ) +
			g1( fuv.y ) * ( g0x * textureLod( tex, p2, lod ) + g1x * textureLod( tex, p3, lod ) );
	}
	vec4 textureBicubic( sampler2D sampler, vec2 uv, float lod ) {
		vec2 fLodSize = vec2( textureSize( sampler, int( lod ) ) );
		vec2 cLodSize = vec2( textureSize( sampler, int( lod + 1.0 ) ) );
		vec2 fLodSizeInv = 1.0 / fLodSize;
		vec2 cLodSizeInv = 1.0 / cLodSize;
		vec4 fSample = bicubic( sampler, uv, vec4( fLodSizeInv, fLodSize ), floor( lod ) );
		vec4 cSample = bicubic( sampler, uv, vec4( cLodSizeInv, cLodSize ), ceil( lod ) );
		return mix( fSample, cSample, fract( lod ) );
	}
	vec3 getVolumeTransmissionRay( const in vec3 n, const in vec3 v, const in float thickness, const in float ior, const in mat4 modelMatrix ) {
		vec3 refractionVector = refract( - v, normalize( n ), 1.0 / ior );
		vec3 modelScale;
		modelScale.x = length( vec3( modelMatrix[ 0 ].xyz ) );
		modelScale.y = length( vec3( modelMatrix[ 1 ].xyz ) );
		modelScale.z = length( vec3( modelMatrix[ 2 ].xyz ) );
		return normalize( refractionVector ) * thickness * modelScale;
	}
	float applyIorToRoughness( const in float roughness, const in float ior ) {
		return roughness * clamp( ior * 2.0 - 2.0, 0.0, 1.0 );
	}
	vec4 getTransmissionSample( const in vec2 fragCoord, const in float roughness, const in float ior ) {
		float lod = log2( transmissionSamplerSize.x ) * applyIorToRoughness( roughness, ior );
		return textureBicubic( transmissionSamplerMap, fragCoord.xy, lod );
	}
	vec3 volumeAttenuation( const in float transmissionDistance, const in vec3 attenuationColor, const in float attenuationDistance ) {
		if ( isinf( attenuationDistance ) ) {
			return vec3( 1.0 );
		} else {
			vec3 attenuationCoefficient = -log( attenuationColor ) / attenuationDistance;
			vec3 transmittance = exp( - attenuationCoefficient * transmissionDistance );			return transmittance;
		}
	}
	vec4 getIBLVolumeRefraction( const in vec3 n, const in vec3 v, const in float roughness, const in vec3 diffuseColor,
		const in vec3 specularColor, const in float specularF90, const in vec3 position, const in mat4 modelMatrix,
		const in mat4 viewMatrix, const in mat4 projMatrix, const in float dispersion, const in float ior, const in float thickness,
		const in vec3 attenuationColor, const in float attenuationDistance ) {
		vec4 transmittedLight;
		vec3 transmittance;
		#ifdef USE_DISPERSION
			float halfSpread = ( ior - 1.0 ) * 0.025 * dispersion;
			vec3 iors = vec3( ior - halfSpread, ior, ior + halfSpread );
			for ( int i = 0; i < 3; i ++ ) {
				vec3 transmissionRay = getVolumeTransmissionRay( n, v, thickness, iors[ i ], modelMatrix );
				vec3 refractedRayExit = position + transmissionRay;
				vec4 ndcPos = projMatrix * viewMatrix * vec4( refractedRayExit, 1.0 );
				vec2 refractionCoords = ndcPos.xy / ndcPos.w;
				refractionCoords += 1.0;
				refractionCoords /= 2.0;
				vec4 transmissionSample = getTransmissionSample( refractionCoords, roughness, iors[ i ] );
				transmittedLight[ i ] = transmissionSample[ i ];
				transmittedLight.a += transmissionSample.a;
				transmittance[ i ] = diffuseColor[ i ] * volumeAttenuation( length( transmissionRay ), attenuationColor, attenuationDistance )[ i ];
			}
			transmittedLight.a /= 3.0;
		#else
			vec3 transmissionRay = getVolumeTransmissionRay( n, v, thickness, ior, modelMatrix );
			vec3 refractedRayExit = position + transmissionRay;
			vec4 ndcPos = projMatrix * viewMatrix * vec4( refractedRayExit, 1.0 );
			vec2 refractionCoords = ndcPos.xy / ndcPos.w;
			refractionCoords += 1.0;
			refractionCoords /= 2.0;
			transmittedLight = getTransmissionSample( refractionCoords, roughness, ior );
			transmittance = diffuseColor * volumeAttenuation( length( transmissionRay ), attenuationColor, attenuationDistance );
		#endif
		vec3 attenuatedColor = transmittance * transmittedLight.rgb;
		vec3 F = EnvironmentBRDF( n, v, specularColor, specularF90, roughness );
		float transmittanceFactor = ( transmittance.r + transmittance.g + transmittance.b ) / 3.0;
		return vec4( ( 1.0 - F ) * attenuatedColor, 1.0 - ( 1.0 - transmittedLight.a ) * transmittanceFactor );
	}
#endif`,uv_pars_fragment:`#if defined( USE_UV ) || defined( USE_ANISOTROPY )
	varying vec2 vUv;
#endif
#ifdef USE_MAP
	varying vec2 vMapUv;
#endif
#ifdef USE_ALPHAMAP
	varying vec2 vAlphaMapUv;
#endif
#ifdef USE_LIGHTMAP
	varying vec2 vLightMapUv;
#endif
#ifdef USE_AOMAP
	varying vec2 vAoMapUv;
#endif
#ifdef USE_BUMPMAP
	varying vec2 vBumpMapUv;
#endif
#ifdef USE_NORMALMAP
	varying vec2 vNormalMapUv;
#endif
#ifdef USE_EMISSIVEMAP
	varying vec2 vEmissiveMapUv;
#endif
#ifdef USE_METALNESSMAP
	varying vec2 vMetalnessMapUv;
#endif
#ifdef USE_ROUGHNESSMAP
	varying vec2 vRoughnessMapUv;
#endif
#ifdef USE_DIFFUSE_ROUGHNESSMAP
	varying vec2 vDiffuseRoughnessMapUv;
#endif
#ifdef USE_ANISOTROPYMAP
	varying vec2 vAnisotropyMapUv;
#endif
#ifdef USE_CLEARCOATMAP
	varying vec2 vClearcoatMapUv;
#endif
#ifdef USE_CLEARCOAT_NORMALMAP
	varying vec2 vClearcoatNormalMapUv;
#endif
#ifdef USE_CLEARCOAT_ROUGHNESSMAP
	varying vec2 vClearcoatRoughnessMapUv;
#endif
#ifdef USE_IRIDESCENCEMAP
	varying vec2 vIridescenceMapUv;
#endif
#ifdef USE_IRIDESCENCE_THICKNESSMAP
	varying vec2 vIridescenceThicknessMapUv;
#endif
#ifdef USE_SHEEN_COLORMAP
	varying vec2 vSheenColorMapUv;
#endif
#ifdef USE_SHEEN_ROUGHNESSMAP
	varying vec2 vSheenRoughnessMapUv;
#endif
#ifdef USE_SPECULARMAP
	varying vec2 vSpecularMapUv;
#endif
#ifdef USE_SPECULAR_COLORMAP
	varying vec2 vSpecularColorMapUv;
#endif
#ifdef USE_SPECULAR_INTENSITYMAP
	varying vec2 vSpecularIntensityMapUv;
#endif
#ifdef USE_TRANSMISSIONMAP
	uniform mat3 transmissionMapTransform;
	varying vec2 vTransmissionMapUv;
#endif
#ifdef USE_THICKNESSMAP
	uniform mat3 thicknessMapTransform;
	varying vec2 vThicknessMapUv;
#endif`,uv_pars_vertex:`#if defined( USE_UV ) || defined( USE_ANISOTROPY )
	varying vec2 vUv;
#endif
#ifdef USE_MAP
	uniform mat3 mapTransform;
	varying vec2 vMapUv;
#endif
#ifdef USE_ALPHAMAP
	uniform mat3 alphaMapTransform;
	varying vec2 vAlphaMapUv;
#endif
#ifdef USE_LIGHTMAP
	uniform mat3 lightMapTransform;
	varying vec2 vLightMapUv;
#endif
#ifdef USE_AOMAP
	uniform mat3 aoMapTransform;
	varying vec2 vAoMapUv;
#endif
#ifdef USE_BUMPMAP
	uniform mat3 bumpMapTransform;
	varying vec2 vBumpMapUv;
#endif
#ifdef USE_NORMALMAP
	uniform mat3 normalMapTransform;
	varying vec2 vNormalMapUv;
#endif
#ifdef USE_DISPLACEMENTMAP
	uniform mat3 displacementMapTransform;
	varying vec2 vDisplacementMapUv;
#endif
#ifdef USE_EMISSIVEMAP
	uniform mat3 emissiveMapTransform;
	varying vec2 vEmissiveMapUv;
#endif
#ifdef USE_METALNESSMAP
	uniform mat3 metalnessMapTransform;
	varying vec2 vMetalnessMapUv;
#endif
#ifdef USE_ROUGHNESSMAP
	uniform mat3 roughnessMapTransform;
	varying vec2 vRoughnessMapUv;
#endif
#ifdef USE_DIFFUSE_ROUGHNESSMAP
	uniform mat3 diffuseRoughnessMapTransform;
	varying vec2 vDiffuseRoughnessMapUv;
#endif
#ifdef USE_ANISOTROPYMAP
	uniform mat3 anisotropyMapTransform;
	varying vec2 vAnisotropyMapUv;
#endif
#ifdef USE_CLEARCOATMAP
	uniform mat3 clearcoatMapTransform;
	varying vec2 vClearcoatMapUv;
#endif
#ifdef USE_CLEARCOAT_NORMALMAP
	uniform mat3 clearcoatNormalMapTransform;
	varying vec2 vClearcoatNormalMapUv;
#endif
#ifdef USE_CLEARCOAT_ROUGHNESSMAP
	uniform mat3 clearcoatRoughnessMapTransform;
	varying vec2 vClearcoatRoughnessMapUv;
#endif
#ifdef USE_SHEEN_COLORMAP
	uniform mat3 sheenColorMapTransform;
	varying vec2 vSheenColorMapUv;
#endif
#ifdef USE_SHEEN_ROUGHNESSMAP
	uniform mat3 sheenRoughnessMapTransform;
	varying vec2 vSheenRoughnessMapUv;
#endif
#ifdef USE_IRIDESCENCEMAP
	uniform mat3 iridescenceMapTransform;
	varying vec2 vIridescenceMapUv;
#endif
#ifdef USE_IRIDESCENCE_THICKNESSMAP
	uniform mat3 iridescenceThicknessMapTransform;
	varying vec2 vIridescenceThicknessMapUv;
#endif
#ifdef USE_SPECULARMAP
	uniform mat3 specularMapTransform;
	varying vec2 vSpecularMapUv;
#endif
#ifdef USE_SPECULAR_COLORMAP
	uniform mat3 specularColorMapTransform;
	varying vec2 vSpecularColorMapUv;
#endif
#ifdef USE_SPECULAR_INTENSITYMAP
	uniform mat3 specularIntensityMapTransform;
	varying vec2 vSpecularIntensityMapUv;
#endif
#ifdef USE_TRANSMISSIONMAP
	uniform mat3 transmissionMapTransform;
	varying vec2 vTransmissionMapUv;
#endif
#ifdef USE_THICKNESSMAP
	uniform mat3 thicknessMapTransform;
	varying vec2 vThicknessMapUv;
#endif`,uv_vertex:`#if defined( USE_UV ) || defined( USE_ANISOTROPY )
	vUv = vec3( uv, 1 ).xy;
#endif
#ifdef USE_MAP
	vMapUv = ( mapTransform * vec3( MAP_UV, 1 ) ).xy;
#endif
#ifdef USE_ALPHAMAP
	vAlphaMapUv = ( alphaMapTransform * vec3( ALPHAMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_LIGHTMAP
	vLightMapUv = ( lightMapTransform * vec3( LIGHTMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_AOMAP
	vAoMapUv = ( aoMapTransform * vec3( AOMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_BUMPMAP
	vBumpMapUv = ( bumpMapTransform * vec3( BUMPMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_NORMALMAP
	vNormalMapUv = ( normalMapTransform * vec3( NORMALMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_DISPLACEMENTMAP
	vDisplacementMapUv = ( displacementMapTransform * vec3( DISPLACEMENTMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_EMISSIVEMAP
	vEmissiveMapUv = ( emissiveMapTransform * vec3( EMISSIVEMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_METALNESSMAP
	vMetalnessMapUv = ( metalnessMapTransform * vec3( METALNESSMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_ROUGHNESSMAP
	vRoughnessMapUv = ( roughnessMapTransform * vec3( ROUGHNESSMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_DIFFUSE_ROUGHNESSMAP
	vDiffuseRoughnessMapUv = ( diffuseRoughnessMapTransform * vec3( DIFFUSE_ROUGHNESSMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_ANISOTROPYMAP
	vAnisotropyMapUv = ( anisotropyMapTransform * vec3( ANISOTROPYMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_CLEARCOATMAP
	vClearcoatMapUv = ( clearcoatMapTransform * vec3( CLEARCOATMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_CLEARCOAT_NORMALMAP
	vClearcoatNormalMapUv = ( clearcoatNormalMapTransform * vec3( CLEARCOAT_NORMALMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_CLEARCOAT_ROUGHNESSMAP
	vClearcoatRoughnessMapUv = ( clearcoatRoughnessMapTransform * vec3( CLEARCOAT_ROUGHNESSMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_IRIDESCENCEMAP
	vIridescenceMapUv = ( iridescenceMapTransform * vec3( IRIDESCENCEMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_IRIDESCENCE_THICKNESSMAP
	vIridescenceThicknessMapUv = ( iridescenceThicknessMapTransform * vec3( IRIDESCENCE_THICKNESSMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_SHEEN_COLORMAP
	vSheenColorMapUv = ( sheenColorMapTransform * vec3( SHEEN_COLORMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_SHEEN_ROUGHNESSMAP
	vSheenRoughnessMapUv = ( sheenRoughnessMapTransform * vec3( SHEEN_ROUGHNESSMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_SPECULARMAP
	vSpecularMapUv = ( specularMapTransform * vec3( SPECULARMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_SPECULAR_COLORMAP
	vSpecularColorMapUv = ( specularColorMapTransform * vec3( SPECULAR_COLORMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_SPECULAR_INTENSITYMAP
	vSpecularIntensityMapUv = ( specularIntensityMapTransform * vec3( SPECULAR_INTENSITYMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_TRANSMISSIONMAP
	vTransmissionMapUv = ( transmissionMapTransform * vec3( TRANSMISSIONMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_THICKNESSMAP
	vThicknessMapUv = ( thicknessMapTransform * vec3( THICKNESSMAP_UV, 1 ) ).xy;
#endif`,worldpos_vertex:`#if defined( USE_ENVMAP ) || defined( DISTANCE ) || defined ( USE_SHADOWMAP ) || defined ( USE_TRANSMISSION ) || NUM_SPOT_LIGHT_COORDS > 0
	vec4 worldPosition = vec4( transformed, 1.0 );
	#ifdef USE_BATCHING
		worldPosition = batchingMatrix * worldPosition;
	#endif
	#ifdef USE_INSTANCING
		worldPosition = instanceMatrix * worldPosition;
	#endif
	worldPosition = modelMatrix * worldPosition;
#endif`,background_vert:`varying vec2 vUv;
uniform mat3 uvTransform;
void main() {
	vUv = ( uvTransform * vec3( uv, 1 ) ).xy;
	gl_Position = vec4( position.xy, 1.0, 1.0 );
}`,background_frag:`uniform sampler2D t2D;
uniform float backgroundIntensity;
varying vec2 vUv;
void main() {
	vec4 texColor = texture2D( t2D, vUv );
	#ifdef DECODE_VIDEO_TEXTURE
		texColor = vec4( mix( pow( texColor.rgb * 0.9478672986 + vec3( 0.0521327014 ), vec3( 2.4 ) ), texColor.rgb * 0.0773993808, vec3( lessThanEqual( texColor.rgb, vec3( 0.04045 ) ) ) ), texColor.w );
	#endif
	texColor.rgb *= backgroundIntensity;
	gl_FragColor = texColor;
	#include <tonemapping_fragment>
	#include <colorspace_fragment>
}`,backgroundCube_vert:`varying vec3 vWorldDirection;
#include <common>
void main() {
	vWorldDirection = transformDirection( position, modelMatrix );
	#include <begin_vertex>
	#include <project_vertex>
	gl_Position.z = gl_Position.w;
}`,backgroundCube_frag:`uniform float backgroundBlurriness;
uniform float backgroundIntensity;
uniform mat3 backgroundRotation;
varying vec3 vWorldDirection;
#include <envmap_common_pars_fragment>
void main() {
	#ifdef ENVMAP_TYPE_PMREM
		vec4 texColor = textureLod( envMap, backgroundRotation * vWorldDirection, roughnessToMip( backgroundBlurriness ) );
	#else
		vec4 texColor = textureCube( envMap, backgroundRotation * vWorldDirection );
	#endif
	texColor.rgb *= backgroundIntensity;
	gl_FragColor = texColor;
	#include <tonemapping_fragment>
	#include <colorspace_fragment>
}`,cube_vert:`varying vec3 vWorldDirection;
#include <common>
void main() {
	vWorldDirection = transformDirection( position, modelMatrix );
	#include <begin_vertex>
	#include <project_vertex>
	gl_Position.z = gl_Position.w;
}`,cube_frag:`uniform samplerCube tCube;
uniform float tFlip;
uniform float opacity;
varying vec3 vWorldDirection;
void main() {
	vec4 texColor = textureCube( tCube, vec3( tFlip * vWorldDirection.x, vWorldDirection.yz ) );
	gl_FragColor = texColor;
	gl_FragColor.a *= opacity;
	#include <tonemapping_fragment>
	#include <colorspace_fragment>
}`,depth_vert:`#include <common>
#include <batching_pars_vertex>
#include <uv_pars_vertex>
#include <displacementmap_pars_vertex>
#include <morphtarget_pars_vertex>
#include <skinning_pars_vertex>
#include <logdepthbuf_pars_vertex>
#include <clipping_planes_pars_vertex>
varying vec2 vHighPrecisionZW;
void main() {
	#include <uv_vertex>
	#include <batching_vertex>
	#include <skinbase_vertex>
	#include <morphinstance_vertex>
	#ifdef USE_DISPLACEMENTMAP
		#include <beginnormal_vertex>
		#include <morphnormal_vertex>
		#include <skinnormal_vertex>
	#endif
	#include <begin_vertex>
	#include <morphtarget_vertex>
	#include <skinning_vertex>
	#include <displacementmap_vertex>
	#include <project_vertex>
	#include <logdepthbuf_vertex>
	#include <clipping_planes_vertex>
	vHighPrecisionZW = gl_Position.zw;
}`,depth_frag:`#if DEPTH_PACKING == 3200
	uniform float opacity;
#endif
#include <common>
#include <packing>
#include <uv_pars_fragment>
#include <map_pars_fragment>
#include <alphamap_pars_fragment>
#include <alphatest_pars_fragment>
#include <alphahash_pars_fragment>
#include <logdepthbuf_pars_fragment>
#include <clipping_planes_pars_fragment>
varying vec2 vHighPrecisionZW;
void main() {
	vec4 diffuseColor = vec4( 1.0 );
	#include <clipping_planes_fragment>
	#if DEPTH_PACKING == 3200
		diffuseColor.a = opacity;
	#endif
	#include <map_fragment>
	#include <alphamap_fragment>
	#include <alphatest_fragment>
	#include <alphahash_fragment>
	#include <logdepthbuf_fragment>
	#ifdef USE_REVERSED_DEPTH_BUFFER
		float fragCoordZ = vHighPrecisionZW[ 0 ] / vHighPrecisionZW[ 1 ];
	#else
		float fragCoordZ = 0.5 * vHighPrecisionZW[ 0 ] / vHighPrecisionZW[ 1 ] + 0.5;
	#endif
	#if DEPTH_PACKING == 3200
		gl_FragColor = vec4( vec3( 1.0 - fragCoordZ ), opacity );
	#elif DEPTH_PACKING == 3201
		gl_FragColor = packDepthToRGBA( fragCoordZ );
	#elif DEPTH_PACKING == 3202
		gl_FragColor = vec4( packDepthToRGB( fragCoordZ ), 1.0 );
	#elif DEPTH_PACKING == 3203
		gl_FragColor = vec4( packDepthToRG( fragCoordZ ), 0.0, 1.0 );
	#endif
}`,distance_vert:`#define DISTANCE
varying vec3 vWorldPosition;
#include <common>
#include <batching_pars_vertex>
#include <uv_pars_vertex>
#include <displacementmap_pars_vertex>
#include <morphtarget_pars_vertex>
#include <skinning_pars_vertex>
#include <clipping_planes_pars_vertex>
void main() {
	#include <uv_vertex>
	#include <batching_vertex>
	#include <skinbase_vertex>
	#include <morphinstance_vertex>
	#ifdef USE_DISPLACEMENTMAP
		#include <beginnormal_vertex>
		#include <morphnormal_vertex>
		#include <skinnormal_vertex>
	#endif
	#include <begin_vertex>
	#include <morphtarget_vertex>
	#include <skinning_vertex>
	#include <displacementmap_vertex>
	#include <project_vertex>
	#include <worldpos_vertex>
	#include <clipping_planes_vertex>
	vWorldPosition = worldPosition.xyz;
}`,distance_frag:`#define DISTANCE
uniform vec3 referencePosition;
uniform float nearDistance;
uniform float farDistance;
varying vec3 vWorldPosition;
#include <common>
#include <uv_pars_fragment>
#include <map_pars_fragment>
#include <alphamap_pars_fragment>
#include <alphatest_pars_fragment>
#include <alphahash_pars_fragment>
#include <clipping_planes_pars_fragment>
void main() {
	vec4 diffuseColor = vec4( 1.0 );
	#include <clipping_planes_fragment>
	#include <map_fragment>
	#include <alphamap_fragment>
	#include <alphatest_fragment>
	#include <alphahash_fragment>
	float dist = length( vWorldPosition - referencePosition );
	dist = ( dist - nearDistance ) / ( farDistance - nearDistance );
	dist = saturate( dist );
	gl_FragColor = vec4( dist, 0.0, 0.0, 1.0 );
}`,equirect_vert:`varying vec3 vWorldDirection;
#include <common>
void main() {
	vWorldDirection = transformDirection( position, modelMatrix );
	#include <begin_vertex>
	#include <project_vertex>
}`,equirect_frag:`uniform sampler2D tEquirect;
varying vec3 vWorldDirection;
#include <common>
void main() {
	vec3 direction = normalize( vWorldDirection );
	vec2 sampleUV = equirectUv( direction );
	gl_FragColor = texture2D( tEquirect, sampleUV );
	#include <tonemapping_fragment>
	#include <colorspace_fragment>
}`,linedashed_vert:`uniform float scale;
attribute float lineDistance;
varying float vLineDistance;
#include <common>
#include <uv_pars_vertex>
#include <color_pars_vertex>
#include <fog_pars_vertex>
#include <morphtarget_pars_vertex>
#include <logdepthbuf_pars_vertex>
#include <clipping_planes_pars_vertex>
void main() {
	vLineDistance = scale * lineDistance;
	#include <uv_vertex>
	#include <color_vertex>
	#include <morphinstance_vertex>
	#include <morphcolor_vertex>
	#include <begin_vertex>
	#include <morphtarget_vertex>
	#include <project_vertex>
	#include <logdepthbuf_vertex>
	#include <clipping_planes_vertex>
	#include <fog_vertex>
}`,linedashed_frag:`uniform vec3 diffuse;
uniform float opacity;
uniform float dashSize;
uniform float totalSize;
varying float vLineDistance;
#include <common>
#include <color_pars_fragment>
#include <uv_pars_fragment>
#include <map_pars_fragment>
#include <fog_pars_fragment>
#include <logdepthbuf_pars_fragment>
#include <clipping_planes_pars_fragment>
void main() {
	vec4 diffuseColor = vec4( diffuse, opacity );
	#include <clipping_planes_fragment>
	if ( mod( vLineDistance, totalSize ) > dashSize ) {
		discard;
	}
	vec3 outgoingLight = vec3( 0.0 );
	#include <logdepthbuf_fragment>
	#include <map_fragment>
	#include <color_fragment>
	outgoingLight = diffuseColor.rgb;
	#include <opaque_fragment>
	#include <tonemapping_fragment>
	#include <colorspace_fragment>
	#include <fog_fragment>
	#include <premultiplied_alpha_fragment>
}`,meshbasic_vert:`#include <common>
#include <batching_pars_vertex>
#include <uv_pars_vertex>
#include <envmap_pars_vertex>
#include <color_pars_vertex>
#include <fog_pars_vertex>
#include <morphtarget_pars_vertex>
#include <skinning_pars_vertex>
#include <logdepthbuf_pars_vertex>
#include <clipping_planes_pars_vertex>
void main() {
	#include <uv_vertex>
	#include <color_vertex>
	#include <morphinstance_vertex>
	#include <morphcolor_vertex>
	#include <batching_vertex>
	#if defined ( USE_ENVMAP ) || defined ( USE_SKINNING )
		#include <beginnormal_vertex>
		#include <morphnormal_vertex>
		#include <skinbase_vertex>
		#include <skinnormal_vertex>
		#include <defaultnormal_vertex>
	#endif
	#include <begin_vertex>
	#include <morphtarget_vertex>
	#include <skinning_vertex>
	#include <project_vertex>
	#include <logdepthbuf_vertex>
	#include <clipping_planes_vertex>
	#include <worldpos_vertex>
	#include <envmap_vertex>
	#include <fog_vertex>
}`,meshbasic_frag:`uniform vec3 diffuse;
uniform float opacity;
#ifndef FLAT_SHADED
	varying vec3 vNormal;
#endif
#include <common>
#include <dithering_pars_fragment>
#include <color_pars_fragment>
#include <uv_pars_fragment>
#include <map_pars_fragment>
#include <alphamap_pars_fragment>
#include <alphatest_pars_fragment>
#include <alphahash_pars_fragment>
#include <aomap_pars_fragment>
#include <lightmap_pars_fragment>
#include <envmap_common_pars_fragment>
#include <envmap_pars_fragment>
#include <fog_pars_fragment>
#include <specularmap_pars_fragment>
#include <logdepthbuf_pars_fragment>
#include <clipping_planes_pars_fragment>
void main() {
	vec4 diffuseColor = vec4( diffuse, opacity );
	#include <clipping_planes_fragment>
	#include <logdepthbuf_fragment>
	#include <map_fragment>
	#include <color_fragment>
	#include <alphamap_fragment>
	#include <alphatest_fragment>
	#include <alphahash_fragment>
	#include <specularmap_fragment>
	ReflectedLight reflectedLight = ReflectedLight( vec3( 0.0 ), vec3( 0.0 ), vec3( 0.0 ), vec3( 0.0 ) );
	#ifdef USE_LIGHTMAP
		vec4 lightMapTexel = texture2D( lightMap, vLightMapUv );
		reflectedLight.indirectDiffuse += lightMapTexel.rgb * lightMapIntensity * RECIPROCAL_PI;
	#else
		reflectedLight.indirectDiffuse += vec3( 1.0 );
	#endif
	#include <aomap_fragment>
	reflectedLight.indirectDiffuse *= diffuseColor.rgb;
	vec3 outgoingLight = reflectedLight.indirectDiffuse;
	#include <envmap_fragment>
	#include <opaque_fragment>
	#include <tonemapping_fragment>
	#include <colorspace_fragment>
	#include <fog_fragment>
	#include <premultiplied_alpha_fragment>
	#include <dithering_fragment>
}`,meshlambert_vert:`#define LAMBERT
varying vec3 vViewPosition;
#include <common>
#include <batching_pars_vertex>
#include <uv_pars_vertex>
#include <displacementmap_pars_vertex>
#include <envmap_pars_vertex>
#include <color_pars_vertex>
#include <fog_pars_vertex>
#include <normal_pars_vertex>
#include <morphtarget_pars_vertex>
#include <skinning_pars_vertex>
#include <shadowmap_pars_vertex>
#include <logdepthbuf_pars_vertex>
#include <clipping_planes_pars_vertex>
void main() {
	#include <uv_vertex>
	#include <color_vertex>
	#include <morphinstance_vertex>
	#include <morphcolor_vertex>
	#include <batching_vertex>
	#include <beginnormal_vertex>
	#include <morphnormal_vertex>
	#include <skinbase_vertex>
	#include <skinnormal_vertex>
	#include <defaultnormal_vertex>
	#include <normal_vertex>
	#include <begin_vertex>
	#include <morphtarget_vertex>
	#include <skinning_vertex>
	#include <displacementmap_vertex>
	#include <project_vertex>
	#include <logdepthbuf_vertex>
	#include <clipping_planes_vertex>
	vViewPosition = - mvPosition.xyz;
	#include <worldpos_vertex>
	#include <envmap_vertex>
	#include <shadowmap_vertex>
	#include <fog_vertex>
}`,meshlambert_frag:`#define LAMBERT
uniform vec3 diffuse;
uniform vec3 emissive;
uniform float opacity;
#include <common>
#include <dithering_pars_fragment>
#include <color_pars_fragment>
#include <uv_pars_fragment>
#include <map_pars_fragment>
#include <alphamap_pars_fragment>
#include <alphatest_pars_fragment>
#include <alphahash_pars_fragment>
#include <aomap_pars_fragment>
#include <lightmap_pars_fragment>
#include <emissivemap_pars_fragment>
#include <envmap_common_pars_fragment>
#include <envmap_pars_fragment>
#include <envmap_physical_pars_fragment>
#include <fog_pars_fragment>
#include <bsdfs>
#include <lights_pars_begin>
#include <normal_pars_fragment>
#include <lights_lambert_pars_fragment>
#include <shadowmap_pars_fragment>
#include <bumpmap_pars_fragment>
#include <normalmap_pars_fragment>
#include <specularmap_pars_fragment>
#include <logdepthbuf_pars_fragment>
#include <clipping_planes_pars_fragment>
void main() {
	vec4 diffuseColor = vec4( diffuse, opacity );
	#include <clipping_planes_fragment>
	ReflectedLight reflectedLight = ReflectedLight( vec3( 0.0 ), vec3( 0.0 ), vec3( 0.0 ), vec3( 0.0 ) );
	vec3 totalEmissiveRadiance = emissive;
	#include <logdepthbuf_fragment>
	#include <map_fragment>
	#include <color_fragment>
	#include <alphamap_fragment>
	#include <alphatest_fragment>
	#include <alphahash_fragment>
	#include <specularmap_fragment>
	#include <normal_fragment_begin>
	#include <normal_fragment_maps>
	#include <emissivemap_fragment>
	#include <lights_lambert_fragment>
	#include <lights_fragment_begin>
	#include <lights_fragment_maps>
	#include <lights_fragment_end>
	#include <aomap_fragment>
	vec3 outgoingLight = reflectedLight.directDiffuse + reflectedLight.indirectDiffuse + totalEmissiveRadiance;
	#include <envmap_fragment>
	#include <opaque_fragment>
	#include <tonemapping_fragment>
	#include <colorspace_fragment>
	#include <fog_fragment>
	#include <premultiplied_alpha_fragment>
	#include <dithering_fragment>
}`,meshmatcap_vert:`#define MATCAP
varying vec3 vViewPosition;
#include <common>
#include <batching_pars_vertex>
#include <uv_pars_vertex>
#include <color_pars_vertex>
#include <displacementmap_pars_vertex>
#include <fog_pars_vertex>
#include <normal_pars_vertex>
#include <morphtarget_pars_vertex>
#include <skinning_pars_vertex>
#include <logdepthbuf_pars_vertex>
#include <clipping_planes_pars_vertex>
void main() {
	#include <uv_vertex>
	#include <color_vertex>
	#include <morphinstance_vertex>
	#include <morphcolor_vertex>
	#include <batching_vertex>
	#include <beginnormal_vertex>
	#include <morphnormal_vertex>
	#include <skinbase_vertex>
	#include <skinnormal_vertex>
	#include <defaultnormal_vertex>
	#include <normal_vertex>
	#include <begin_vertex>
	#include <morphtarget_vertex>
	#include <skinning_vertex>
	#include <displacementmap_vertex>
	#include <project_vertex>
	#include <logdepthbuf_vertex>
	#include <clipping_planes_vertex>
	#include <fog_vertex>
	vViewPosition = - mvPosition.xyz;
}`,meshmatcap_frag:`#define MATCAP
uniform vec3 diffuse;
uniform float opacity;
uniform sampler2D matcap;
varying vec3 vViewPosition;
#include <common>
#include <dithering_pars_fragment>
#include <color_pars_fragment>
#include <uv_pars_fragment>
#include <map_pars_fragment>
#include <alphamap_pars_fragment>
#include <alphatest_pars_fragment>
#include <alphahash_pars_fragment>
#include <fog_pars_fragment>
#include <normal_pars_fragment>
#include <bumpmap_pars_fragment>
#include <normalmap_pars_fragment>
#include <logdepthbuf_pars_fragment>
#include <clipping_planes_pars_fragment>
void main() {
	vec4 diffuseColor = vec4( diffuse, opacity );
	#include <clipping_planes_fragment>
	#include <logdepthbuf_fragment>
	#include <map_fragment>
	#include <color_fragment>
	#include <alphamap_fragment>
	#include <alphatest_fragment>
	#include <alphahash_fragment>
	#include <normal_fragment_begin>
	#include <normal_fragment_maps>
	vec3 viewDir = normalize( vViewPosition );
	vec3 x = normalize( vec3( viewDir.z, 0.0, - viewDir.x ) );
	vec3 y = cross( viewDir, x );
	vec2 uv = vec2( dot( x, normal ), dot( y, normal ) ) * 0.495 + 0.5;
	#ifdef USE_MATCAP
		vec4 matcapColor = texture2D( matcap, uv );
	#else
		vec4 matcapColor = vec4( vec3( mix( 0.2, 0.8, uv.y ) ), 1.0 );
	#endif
	vec3 outgoingLight = diffuseColor.rgb * matcapColor.rgb;
	#include <opaque_fragment>
	#include <tonemapping_fragment>
	#include <colorspace_fragment>
	#include <fog_fragment>
	#include <premultiplied_alpha_fragment>
	#include <dithering_fragment>
}`,meshnormal_vert:`#define NORMAL
#if defined( FLAT_SHADED ) || defined( USE_BUMPMAP ) || defined( USE_NORMALMAP_TANGENTSPACE )
	varying vec3 vViewPosition;
#endif
#include <common>
#include <batching_pars_vertex>
#include <uv_pars_vertex>
#include <displacementmap_pars_vertex>
#include <normal_pars_vertex>
#include <morphtarget_pars_vertex>
#include <skinning_pars_vertex>
#include <logdepthbuf_pars_vertex>
#include <clipping_planes_pars_vertex>
void main() {
	#include <uv_vertex>
	#include <batching_vertex>
	#include <beginnormal_vertex>
	#include <morphinstance_vertex>
	#include <morphnormal_vertex>
	#include <skinbase_vertex>
	#include <skinnormal_vertex>
	#include <defaultnormal_vertex>
	#include <normal_vertex>
	#include <begin_vertex>
	#include <morphtarget_vertex>
	#include <skinning_vertex>
	#include <displacementmap_vertex>
	#include <project_vertex>
	#include <logdepthbuf_vertex>
	#include <clipping_planes_vertex>
#if defined( FLAT_SHADED ) || defined( USE_BUMPMAP ) || defined( USE_NORMALMAP_TANGENTSPACE )
	vViewPosition = - mvPosition.xyz;
#endif
}`,meshnormal_frag:`#define NORMAL
uniform float opacity;
#if defined( FLAT_SHADED ) || defined( USE_BUMPMAP ) || defined( USE_NORMALMAP_TANGENTSPACE )
	varying vec3 vViewPosition;
#endif
#include <uv_pars_fragment>
#include <normal_pars_fragment>
#include <bumpmap_pars_fragment>
#include <normalmap_pars_fragment>
#include <logdepthbuf_pars_fragment>
#include <clipping_planes_pars_fragment>
void main() {
	vec4 diffuseColor = vec4( 0.0, 0.0, 0.0, opacity );
	#include <clipping_planes_fragment>
	#include <logdepthbuf_fragment>
	#include <normal_fragment_begin>
	#include <normal_fragment_maps>
	gl_FragColor = vec4( normalize( normal ) * 0.5 + 0.5, diffuseColor.a );
	#ifdef OPAQUE
		gl_FragColor.a = 1.0;
	#endif
}`,meshphong_vert:`#define PHONG
varying vec3 vViewPosition;
#include <common>
#include <batching_pars_vertex>
#include <uv_pars_vertex>
#include <displacementmap_pars_vertex>
#include <envmap_pars_vertex>
#include <color_pars_vertex>
#include <fog_pars_vertex>
#include <normal_pars_vertex>
#include <morphtarget_pars_vertex>
#include <skinning_pars_vertex>
#include <shadowmap_pars_vertex>
#include <logdepthbuf_pars_vertex>
#include <clipping_planes_pars_vertex>
void main() {
	#include <uv_vertex>
	#include <color_vertex>
	#include <morphcolor_vertex>
	#include <batching_vertex>
	#include <beginnormal_vertex>
	#include <morphinstance_vertex>
	#include <morphnormal_vertex>
	#include <skinbase_vertex>
	#include <skinnormal_vertex>
	#include <defaultnormal_vertex>
	#include <normal_vertex>
	#include <begin_vertex>
	#include <morphtarget_vertex>
	#include <skinning_vertex>
	#include <displacementmap_vertex>
	#include <project_vertex>
	#include <logdepthbuf_vertex>
	#include <clipping_planes_vertex>
	vViewPosition = - mvPosition.xyz;
	#include <worldpos_vertex>
	#include <envmap_vertex>
	#include <shadowmap_vertex>
	#include <fog_vertex>
}`,meshphong_frag:`#define PHONG
uniform vec3 diffuse;
uniform vec3 emissive;
uniform vec3 specular;
uniform float shininess;
uniform float opacity;
#include <common>
#include <dithering_pars_fragment>
#include <color_pars_fragment>
#include <uv_pars_fragment>
#include <map_pars_fragment>
#include <alphamap_pars_fragment>
#include <alphatest_pars_fragment>
#include <alphahash_pars_fragment>
#include <aomap_pars_fragment>
#include <lightmap_pars_fragment>
#include <emissivemap_pars_fragment>
#include <envmap_common_pars_fragment>
#include <envmap_pars_fragment>
#include <envmap_physical_pars_fragment>
#include <fog_pars_fragment>
#include <bsdfs>
#include <lights_pars_begin>
#include <normal_pars_fragment>
#include <lights_phong_pars_fragment>
#include <shadowmap_pars_fragment>
#include <bumpmap_pars_fragment>
#include <normalmap_pars_fragment>
#include <specularmap_pars_fragment>
#include <logdepthbuf_pars_fragment>
#include <clipping_planes_pars_fragment>
void main() {
	vec4 diffuseColor = vec4( diffuse, opacity );
	#include <clipping_planes_fragment>
	ReflectedLight reflectedLight = ReflectedLight( vec3( 0.0 ), vec3( 0.0 ), vec3( 0.0 ), vec3( 0.0 ) );
	vec3 totalEmissiveRadiance = emissive;
	#include <logdepthbuf_fragment>
	#include <map_fragment>
	#include <color_fragment>
	#include <alphamap_fragment>
	#include <alphatest_fragment>
	#include <alphahash_fragment>
	#include <specularmap_fragment>
	#include <normal_fragment_begin>
	#include <normal_fragment_maps>
	#include <emissivemap_fragment>
	#include <lights_phong_fragment>
	#include <lights_fragment_begin>
	#include <lights_fragment_maps>
	#include <lights_fragment_end>
	#include <aomap_fragment>
	vec3 outgoingLight = reflectedLight.directDiffuse + reflectedLight.indirectDiffuse + reflectedLight.directSpecular + reflectedLight.indirectSpecular + totalEmissiveRadiance;
	#include <envmap_fragment>
	#include <opaque_fragment>
	#include <tonemapping_fragment>
	#include <colorspace_fragment>
	#include <fog_fragment>
	#include <premultiplied_alpha_fragment>
	#include <dithering_fragment>
}`,meshphysical_vert:`#define STANDARD
varying vec3 vViewPosition;
#ifdef USE_TRANSMISSION
	varying vec3 vWorldPosition;
#endif
#include <common>
#include <batching_pars_vertex>
#include <uv_pars_vertex>
#include <displacementmap_pars_vertex>
#include <color_pars_vertex>
#include <fog_pars_vertex>
#include <normal_pars_vertex>
#include <morphtarget_pars_vertex>
#include <skinning_pars_vertex>
#include <shadowmap_pars_vertex>
#include <logdepthbuf_pars_vertex>
#include <clipping_planes_pars_vertex>
void main() {
	#include <uv_vertex>
	#include <color_vertex>
	#include <morphinstance_vertex>
	#include <morphcolor_vertex>
	#include <batching_vertex>
	#include <beginnormal_vertex>
	#include <morphnormal_vertex>
	#include <skinbase_vertex>
	#include <skinnormal_vertex>
	#include <defaultnormal_vertex>
	#include <normal_vertex>
	#include <begin_vertex>
	#include <morphtarget_vertex>
	#include <skinning_vertex>
	#include <displacementmap_vertex>
	#include <project_vertex>
	#include <logdepthbuf_vertex>
	#include <clipping_planes_vertex>
	vViewPosition = - mvPosition.xyz;
	#include <worldpos_vertex>
	#include <shadowmap_vertex>
	#include <fog_vertex>
#ifdef USE_TRANSMISSION
	vWorldPosition = worldPosition.xyz;
#endif
}`,meshphysical_frag:`#define STANDARD
#ifdef PHYSICAL
	#define IOR
	#define USE_SPECULAR
#endif
uniform vec3 diffuse;
uniform vec3 emissive;
uniform float roughness;
uniform float metalness;
uniform float opacity;
#ifdef IOR
	uniform float ior;
#endif
#ifdef USE_SPECULAR
	uniform float specularIntensity;
	uniform vec3 specularColor;
	#ifdef USE_SPECULAR_COLORMAP
		uniform sampler2D specularColorMap;
	#endif
	#ifdef USE_SPECULAR_INTENSITYMAP
		uniform sampler2D specularIntensityMap;
	#endif
#endif
#ifdef USE_CLEARCOAT
	uniform float clearcoat;
	uniform float clearcoatRoughness;
#endif
#ifdef USE_DIFFUSE_ROUGHNESS
	uniform float diffuseRoughness;
	#ifdef USE_DIFFUSE_ROUGHNESSMAP
		uniform sampler2D diffuseRoughnessMap;
	#endif
#endif
#ifdef USE_DISPERSION
	uniform float dispersion;
#endif
#ifdef USE_RETROREFLECTION
	uniform float retroreflectivity;
#endif
#ifdef USE_IRIDESCENCE
	uniform float iridescence;
	uniform float iridescenceIOR;
	uniform float iridescenceThicknessMinimum;
	uniform float iridescenceThicknessMaximum;
#endif
#ifdef USE_SHEEN
	uniform vec3 sheenColor;
	uniform float sheenRoughness;
	#ifdef USE_SHEEN_COLORMAP
		uniform sampler2D sheenColorMap;
	#endif
	#ifdef USE_SHEEN_ROUGHNESSMAP
		uniform sampler2D sheenRoughnessMap;
	#endif
#endif
#ifdef USE_ANISOTROPY
	uniform vec2 anisotropyVector;
	#ifdef USE_ANISOTROPYMAP
		uniform sampler2D anisotropyMap;
	#endif
#endif
varying vec3 vViewPosition;
#include <common>
#include <dithering_pars_fragment>
#include <color_pars_fragment>
#include <uv_pars_fragment>
#include <map_pars_fragment>
#include <alphamap_pars_fragment>
#include <alphatest_pars_fragment>
#include <alphahash_pars_fragment>
#include <aomap_pars_fragment>
#include <lightmap_pars_fragment>
#include <emissivemap_pars_fragment>
#include <iridescence_fragment>
#include <envmap_common_pars_fragment>
#include <envmap_physical_pars_fragment>
#include <fog_pars_fragment>
#include <lights_pars_begin>
#include <normal_pars_fragment>
#include <lights_physical_pars_fragment>
#include <transmission_pars_fragment>
#include <shadowmap_pars_fragment>
#include <bumpmap_pars_fragment>
#include <normalmap_pars_fragment>
#include <clearcoat_pars_fragment>
#include <iridescence_pars_fragment>
#include <roughnessmap_pars_fragment>
#include <metalnessmap_pars_fragment>
#include <logdepthbuf_pars_fragment>
#include <clipping_planes_pars_fragment>
void main() {
	vec4 diffuseColor = vec4( diffuse, opacity );
	#include <clipping_planes_fragment>
	ReflectedLight reflectedLight = ReflectedLight( vec3( 0.0 ), vec3( 0.0 ), vec3( 0.0 ), vec3( 0.0 ) );
	vec3 totalEmissiveRadiance = emissive;
	#include <logdepthbuf_fragment>
	#include <map_fragment>
	#include <color_fragment>
	#include <alphamap_fragment>
	#include <alphatest_fragment>
	#include <alphahash_fragment>
	#include <roughnessmap_fragment>
	#include <metalnessmap_fragment>
	#include <normal_fragment_begin>
	#include <normal_fragment_maps>
	#include <clearcoat_normal_fragment_begin>
	#include <clearcoat_normal_fragment_maps>
	#include <emissivemap_fragment>
	#include <lights_physical_fragment>
	#include <lights_fragment_begin>
	#include <lights_fragment_maps>
	#include <lights_fragment_end>
	#include <aomap_fragment>
	vec3 totalDiffuse = reflectedLight.directDiffuse + reflectedLight.indirectDiffuse;
	vec3 totalSpecular = reflectedLight.directSpecular + reflectedLight.indirectSpecular;
	#include <transmission_fragment>
	vec3 outgoingLight = totalDiffuse + totalSpecular + totalEmissiveRadiance;
	#ifdef USE_SHEEN
 
		outgoingLight = outgoingLight + sheenSpecularDirect + sheenSpecularIndirect;
 
 	#endif
	#ifdef USE_CLEARCOAT
		float dotNVcc = saturate( dot( geometryClearcoatNormal, geometryViewDir ) );
		vec3 Fcc = F_Schlick( material.clearcoatF0, material.clearcoatF90, dotNVcc );
		outgoingLight = outgoingLight * ( 1.0 - material.clearcoat * Fcc ) + ( clearcoatSpecularDirect + clearcoatSpecularIndirect ) * material.clearcoat;
	#endif
	#include <opaque_fragment>
	#include <tonemapping_fragment>
	#include <colorspace_fragment>
	#include <fog_fragment>
	#include <premultiplied_alpha_fragment>
	#include <dithering_fragment>
}`,meshtoon_vert:`#define TOON
varying vec3 vViewPosition;
#include <common>
#include <batching_pars_vertex>
#include <uv_pars_vertex>
#include <displacementmap_pars_vertex>
#include <color_pars_vertex>
#include <fog_pars_vertex>
#include <normal_pars_vertex>
#include <morphtarget_pars_vertex>
#include <skinning_pars_vertex>
#include <shadowmap_pars_vertex>
#include <logdepthbuf_pars_vertex>
#include <clipping_planes_pars_vertex>
void main() {
	#include <uv_vertex>
	#include <color_vertex>
	#include <morphinstance_vertex>
	#include <morphcolor_vertex>
	#include <batching_vertex>
	#include <beginnormal_vertex>
	#include <morphnormal_vertex>
	#include <skinbase_vertex>
	#include <skinnormal_vertex>
	#include <defaultnormal_vertex>
	#include <normal_vertex>
	#include <begin_vertex>
	#include <morphtarget_vertex>
	#include <skinning_vertex>
	#include <displacementmap_vertex>
	#include <project_vertex>
	#include <logdepthbuf_vertex>
	#include <clipping_planes_vertex>
	vViewPosition = - mvPosition.xyz;
	#include <worldpos_vertex>
	#include <shadowmap_vertex>
	#include <fog_vertex>
}`,meshtoon_frag:`#define TOON
uniform vec3 diffuse;
uniform vec3 emissive;
uniform float opacity;
#include <common>
#include <dithering_pars_fragment>
#include <color_pars_fragment>
#include <uv_pars_fragment>
#include <map_pars_fragment>
#include <alphamap_pars_fragment>
#include <alphatest_pars_fragment>
#include <alphahash_pars_fragment>
#include <aomap_pars_fragment>
#include <lightmap_pars_fragment>
#include <emissivemap_pars_fragment>
#include <gradientmap_pars_fragment>
#include <fog_pars_fragment>
#include <bsdfs>
#include <lights_pars_begin>
#include <normal_pars_fragment>
#include <lights_toon_pars_fragment>
#include <shadowmap_pars_fragment>
#include <bumpmap_pars_fragment>
#include <normalmap_pars_fragment>
#include <logdepthbuf_pars_fragment>
#include <clipping_planes_pars_fragment>
void main() {
	vec4 diffuseColor = vec4( diffuse, opacity );
	#include <clipping_planes_fragment>
	ReflectedLight reflectedLight = ReflectedLight( vec3( 0.0 ), vec3( 0.0 ), vec3( 0.0 ), vec3( 0.0 ) );
	vec3 totalEmissiveRadiance = emissive;
	#include <logdepthbuf_fragment>
	#include <map_fragment>
	#include <color_fragment>
	#include <alphamap_fragment>
	#include <alphatest_fragment>
	#include <alphahash_fragment>
	#include <normal_fragment_begin>
	#include <normal_fragment_maps>
	#include <emissivemap_fragment>
	#include <lights_toon_fragment>
	#include <lights_fragment_begin>
	#include <lights_fragment_maps>
	#include <lights_fragment_end>
	#include <aomap_fragment>
	vec3 outgoingLight = reflectedLight.directDiffuse + reflectedLight.indirectDiffuse + totalEmissiveRadiance;
	#include <opaque_fragment>
	#include <tonemapping_fragment>
	#include <colorspace_fragment>
	#include <fog_fragment>
	#include <premultiplied_alpha_fragment>
	#include <dithering_fragment>
}`,points_vert:`uniform float size;
uniform float scale;
#include <common>
#include <color_pars_vertex>
#include <fog_pars_vertex>
#include <morphtarget_pars_vertex>
#include <logdepthbuf_pars_vertex>
#include <clipping_planes_pars_vertex>
#ifdef USE_POINTS_UV
	varying vec2 vUv;
	uniform mat3 uvTransform;
#endif
void main() {
	#ifdef USE_POINTS_UV
		vUv = ( uvTransform * vec3( uv, 1 ) ).xy;
	#endif
	#include <color_vertex>
	#include <morphinstance_vertex>
	#include <morphcolor_vertex>
	#include <begin_vertex>
	#include <morphtarget_vertex>
	#include <project_vertex>
	gl_PointSize = size;
	#ifdef USE_SIZEATTENUATION
		bool isPerspective = isPerspectiveMatrix( projectionMatrix );
		if ( isPerspective ) gl_PointSize *= ( scale / - mvPosition.z );
	#endif
	#include <logdepthbuf_vertex>
	#include <clipping_planes_vertex>
	#include <worldpos_vertex>
	#include <fog_vertex>
}`,points_frag:`uniform vec3 diffuse;
uniform float opacity;
#include <common>
#include <color_pars_fragment>
#include <map_particle_pars_fragment>
#include <alphatest_pars_fragment>
#include <alphahash_pars_fragment>
#include <fog_pars_fragment>
#include <logdepthbuf_pars_fragment>
#include <clipping_planes_pars_fragment>
void main() {
	vec4 diffuseColor = vec4( diffuse, opacity );
	#include <clipping_planes_fragment>
	vec3 outgoingLight = vec3( 0.0 );
	#include <logdepthbuf_fragment>
	#include <map_particle_fragment>
	#include <color_fragment>
	#include <alphatest_fragment>
	#include <alphahash_fragment>
	outgoingLight = diffuseColor.rgb;
	#include <opaque_fragment>
	#include <tonemapping_fragment>
	#include <colorspace_fragment>
	#include <fog_fragment>
	#include <premultiplied_alpha_fragment>
}`,shadow_vert:`#include <common>
#include <batching_pars_vertex>
#include <fog_pars_vertex>
#include <morphtarget_pars_vertex>
#include <skinning_pars_vertex>
#include <logdepthbuf_pars_vertex>
#include <shadowmap_pars_vertex>
void main() {
	#include <batching_vertex>
	#include <beginnormal_vertex>
	#include <morphinstance_vertex>
	#include <morphnormal_vertex>
	#include <skinbase_vertex>
	#include <skinnormal_vertex>
	#include <defaultnormal_vertex>
	#include <begin_vertex>
	#include <morphtarget_vertex>
	#include <skinning_vertex>
	#include <project_vertex>
	#include <logdepthbuf_vertex>
	#include <worldpos_vertex>
	#include <shadowmap_vertex>
	#include <fog_vertex>
}`,shadow_frag:`uniform vec3 color;
uniform float opacity;
#include <common>
#include <fog_pars_fragment>
#include <bsdfs>
#include <lights_pars_begin>
#include <logdepthbuf_pars_fragment>
#include <shadowmap_pars_fragment>
#include <shadowmask_pars_fragment>
void main() {
	#include <logdepthbuf_fragment>
	gl_FragColor = vec4( color, opacity * ( 1.0 - getShadowMask() ) );
	#include <tonemapping_fragment>
	#include <colorspace_fragment>
	#include <fog_fragment>
	#include <premultiplied_alpha_fragment>
}`,sprite_vert:`uniform float rotation;
uniform vec2 center;
#include <common>
#include <uv_pars_vertex>
#include <fog_pars_vertex>
#include <logdepthbuf_pars_vertex>
#include <clipping_planes_pars_vertex>
void main() {
	#include <uv_vertex>
	vec4 mvPosition = modelViewMatrix[ 3 ];
	vec2 scale = vec2( length( modelMatrix[ 0 ].xyz ), length( modelMatrix[ 1 ].xyz ) );
	#ifndef USE_SIZEATTENUATION
		bool isPerspective = isPerspectiveMatrix( projectionMatrix );
		if ( isPerspective ) scale *= - mvPosition.z;
	#endif
	vec2 alignedPosition = ( position.xy - ( center - vec2( 0.5 ) ) ) * scale;
	vec2 rotatedPosition;
	rotatedPosition.x = cos( rotation ) * alignedPosition.x - sin( rotation ) * alignedPosition.y;
	rotatedPosition.y = sin( rotation ) * alignedPosition.x + cos( rotation ) * alignedPosition.y;
	mvPosition.xy += rotatedPosition;
	gl_Position = projectionMatrix * mvPosition;
	#include <logdepthbuf_vertex>
	#include <clipping_planes_vertex>
	#include <fog_vertex>
}`,sprite_frag:`uniform vec3 diffuse;
uniform float opacity;
#include <common>
#include <uv_pars_fragment>
#include <map_pars_fragment>
#include <alphamap_pars_fragment>
#include <alphatest_pars_fragment>
#include <alphahash_pars_fragment>
#include <fog_pars_fragment>
#include <logdepthbuf_pars_fragment>
#include <clipping_planes_pars_fragment>
void main() {
	vec4 diffuseColor = vec4( diffuse, opacity );
	#include <clipping_planes_fragment>
	vec3 outgoingLight = vec3( 0.0 );
	#include <logdepthbuf_fragment>
	#include <map_fragment>
	#include <alphamap_fragment>
	#include <alphatest_fragment>
	#include <alphahash_fragment>
	outgoingLight = diffuseColor.rgb;
	#include <opaque_fragment>
	#include <tonemapping_fragment>
	#include <colorspace_fragment>
	#include <fog_fragment>
}`},Q={common:{diffuse:{value:new q(16777215)},opacity:{value:1},map:{value:null},mapTransform:{value:new B},alphaMap:{value:null},alphaMapTransform:{value:new B},alphaTest:{value:0}},specularmap:{specularMap:{value:null},specularMapTransform:{value:new B}},envmap:{envMap:{value:null},envMapRotation:{value:new B},reflectivity:{value:1},ior:{value:1.5},refractionRatio:{value:.98},dfgLUT:{value:null}},aomap:{aoMap:{value:null},aoMapIntensity:{value:1},aoMapTransform:{value:new B}},lightmap:{lightMap:{value:null},lightMapIntensity:{value:1},lightMapTransform:{value:new B}},bumpmap:{bumpMap:{value:null},bumpMapTransform:{value:new B},bumpScale:{value:1}},normalmap:{normalMap:{value:null},normalMapTransform:{value:new B},normalScale:{value:new C(1,1)}},displacementmap:{displacementMap:{value:null},displacementMapTransform:{value:new B},displacementScale:{value:1},displacementBias:{value:0}},emissivemap:{emissiveMap:{value:null},emissiveMapTransform:{value:new B}},metalnessmap:{metalnessMap:{value:null},metalnessMapTransform:{value:new B}},roughnessmap:{roughnessMap:{value:null},roughnessMapTransform:{value:new B}},gradientmap:{gradientMap:{value:null}},fog:{fogDensity:{value:25e-5},fogNear:{value:1},fogFar:{value:2e3},fogColor:{value:new q(16777215)}},lights:{ambientLightColor:{value:[]},lightProbe:{value:[]},sunLights:{value:[],properties:{direction:{},color:{}}},sunLightShadows:{value:[],properties:{shadowIntensity:1,shadowBias:{},shadowNormalBias:{},shadowRadius:{},shadowMapSize:{}}},sunShadowMatrix:{value:[]},sunShadowCascade:{value:[]},directionalLights:{value:[],properties:{direction:{},color:{}}},directionalLightShadows:{value:[],properties:{shadowIntensity:1,shadowBias:{},shadowNormalBias:{},shadowRadius:{},shadowMapSize:{}}},directionalShadowMatrix:{value:[]},spotLights:{value:[],properties:{color:{},position:{},direction:{},distance:{},coneCos:{},penumbraCos:{},decay:{}}},spotLightShadows:{value:[],properties:{shadowIntensity:1,shadowBias:{},shadowNormalBias:{},shadowRadius:{},shadowMapSize:{}}},spotLightMap:{value:[]},spotLightMatrix:{value:[]},pointLights:{value:[],properties:{color:{},position:{},decay:{},distance:{}}},pointLightShadows:{value:[],properties:{shadowIntensity:1,shadowBias:{},shadowNormalBias:{},shadowRadius:{},shadowMapSize:{},shadowCameraNear:{},shadowCameraFar:{}}},pointShadowMatrix:{value:[]},hemisphereLights:{value:[],properties:{direction:{},skyColor:{},groundColor:{}}},rectAreaLights:{value:[],properties:{color:{},position:{},width:{},height:{}}},ltc_1:{value:null},ltc_2:{value:null},probesSH:{value:[]},probesMin:{value:[]},probesMax:{value:[]},probesResolution:{value:[]}},points:{diffuse:{value:new q(16777215)},opacity:{value:1},size:{value:1},scale:{value:1},map:{value:null},alphaMap:{value:null},alphaMapTransform:{value:new B},alphaTest:{value:0},uvTransform:{value:new B}},sprite:{diffuse:{value:new q(16777215)},opacity:{value:1},center:{value:new C(.5,.5)},rotation:{value:0},map:{value:null},mapTransform:{value:new B},alphaMap:{value:null},alphaMapTransform:{value:new B},alphaTest:{value:0}}},un={basic:{uniforms:we([Q.common,Q.specularmap,Q.envmap,Q.aomap,Q.lightmap,Q.fog]),vertexShader:Z.meshbasic_vert,fragmentShader:Z.meshbasic_frag},lambert:{uniforms:we([Q.common,Q.specularmap,Q.envmap,Q.aomap,Q.lightmap,Q.emissivemap,Q.bumpmap,Q.normalmap,Q.displacementmap,Q.fog,Q.lights,{emissive:{value:new q(0)},envMapIntensity:{value:1}}]),vertexShader:Z.meshlambert_vert,fragmentShader:Z.meshlambert_frag},phong:{uniforms:we([Q.common,Q.specularmap,Q.envmap,Q.aomap,Q.lightmap,Q.emissivemap,Q.bumpmap,Q.normalmap,Q.displacementmap,Q.fog,Q.lights,{emissive:{value:new q(0)},specular:{value:new q(1118481)},shininess:{value:30},envMapIntensity:{value:1}}]),vertexShader:Z.meshphong_vert,fragmentShader:Z.meshphong_frag},standard:{uniforms:we([Q.common,Q.envmap,Q.aomap,Q.lightmap,Q.emissivemap,Q.bumpmap,Q.normalmap,Q.displacementmap,Q.roughnessmap,Q.metalnessmap,Q.fog,Q.lights,{emissive:{value:new q(0)},roughness:{value:1},metalness:{value:0},envMapIntensity:{value:1}}]),vertexShader:Z.meshphysical_vert,fragmentShader:Z.meshphysical_frag},toon:{uniforms:we([Q.common,Q.aomap,Q.lightmap,Q.emissivemap,Q.bumpmap,Q.normalmap,Q.displacementmap,Q.gradientmap,Q.fog,Q.lights,{emissive:{value:new q(0)}}]),vertexShader:Z.meshtoon_vert,fragmentShader:Z.meshtoon_frag},matcap:{uniforms:we([Q.common,Q.bumpmap,Q.normalmap,Q.displacementmap,Q.fog,{matcap:{value:null}}]),vertexShader:Z.meshmatcap_vert,fragmentShader:Z.meshmatcap_frag},points:{uniforms:we([Q.points,Q.fog]),vertexShader:Z.points_vert,fragmentShader:Z.points_frag},dashed:{uniforms:we([Q.common,Q.fog,{scale:{value:1},dashSize:{value:1},totalSize:{value:2}}]),vertexShader:Z.linedashed_vert,fragmentShader:Z.linedashed_frag},depth:{uniforms:we([Q.common,Q.displacementmap]),vertexShader:Z.depth_vert,fragmentShader:Z.depth_frag},normal:{uniforms:we([Q.common,Q.bumpmap,Q.normalmap,Q.displacementmap,{opacity:{value:1}}]),vertexShader:Z.meshnormal_vert,fragmentShader:Z.meshnormal_frag},sprite:{uniforms:we([Q.sprite,Q.fog]),vertexShader:Z.sprite_vert,fragmentShader:Z.sprite_frag},background:{uniforms:{uvTransform:{value:new B},t2D:{value:null},backgroundIntensity:{value:1}},vertexShader:Z.background_vert,fragmentShader:Z.background_frag},backgroundCube:{uniforms:{envMap:{value:null},backgroundBlurriness:{value:0},backgroundIntensity:{value:1},backgroundRotation:{value:new B}},vertexShader:Z.backgroundCube_vert,fragmentShader:Z.backgroundCube_frag},cube:{uniforms:{tCube:{value:null},tFlip:{value:-1},opacity:{value:1}},vertexShader:Z.cube_vert,fragmentShader:Z.cube_frag},equirect:{uniforms:{tEquirect:{value:null}},vertexShader:Z.equirect_vert,fragmentShader:Z.equirect_frag},distance:{uniforms:we([Q.common,Q.displacementmap,{referencePosition:{value:new z},nearDistance:{value:1},farDistance:{value:1e3}}]),vertexShader:Z.distance_vert,fragmentShader:Z.distance_frag},shadow:{uniforms:we([Q.lights,Q.fog,{color:{value:new q(0)},opacity:{value:1}}]),vertexShader:Z.shadow_vert,fragmentShader:Z.shadow_frag}};un.physical={uniforms:we([un.standard.uniforms,{clearcoat:{value:0},clearcoatMap:{value:null},clearcoatMapTransform:{value:new B},clearcoatNormalMap:{value:null},clearcoatNormalMapTransform:{value:new B},clearcoatNormalScale:{value:new C(1,1)},clearcoatRoughness:{value:0},clearcoatRoughnessMap:{value:null},clearcoatRoughnessMapTransform:{value:new B},diffuseRoughness:{value:0},diffuseRoughnessMap:{value:null},diffuseRoughnessMapTransform:{value:new B},dispersion:{value:0},retroreflectivity:{value:0},iridescence:{value:0},iridescenceMap:{value:null},iridescenceMapTransform:{value:new B},iridescenceIOR:{value:1.3},iridescenceThicknessMinimum:{value:100},iridescenceThicknessMaximum:{value:400},iridescenceThicknessMap:{value:null},iridescenceThicknessMapTransform:{value:new B},sheen:{value:0},sheenColor:{value:new q(0)},sheenColorMap:{value:null},sheenColorMapTransform:{value:new B},sheenRoughness:{value:1},sheenRoughnessMap:{value:null},sheenRoughnessMapTransform:{value:new B},transmission:{value:0},transmissionMap:{value:null},transmissionMapTransform:{value:new B},transmissionSamplerSize:{value:new C},transmissionSamplerMap:{value:null},thickness:{value:0},thicknessMap:{value:null},thicknessMapTransform:{value:new B},attenuationDistance:{value:0},attenuationColor:{value:new q(0)},specularColor:{value:new q(1,1,1)},specularColorMap:{value:null},specularColorMapTransform:{value:new B},specularIntensity:{value:1},specularIntensityMap:{value:null},specularIntensityMapTransform:{value:new B},anisotropyVector:{value:new C},anisotropyMap:{value:null},anisotropyMapTransform:{value:new B}}]),vertexShader:Z.meshphysical_vert,fragmentShader:Z.meshphysical_frag};var dn={r:0,b:0,g:0},fn=new Me,pn=new B;pn.set(-1,0,0,0,1,0,0,0,1);function mn(e,t,n,r,i,a){let o=new q(0),s=i===!0?0:1,c,l,f=null,p=0,m=null;function h(e){let n=e.isScene===!0?e.background:null;if(n&&n.isTexture){let r=e.backgroundBlurriness>0;n=t.get(n,r)}return n}function g(t){let r=!1,i=h(t);i===null?v(o,s):i&&i.isColor&&(v(i,1),r=!0);let c=e.xr.getEnvironmentBlendMode();c===`additive`?n.buffers.color.setClear(0,0,0,1,a):c===`alpha-blend`&&n.buffers.color.setClear(0,0,0,0,a),(e.autoClear||r)&&(n.buffers.depth.setTest(!0),n.buffers.depth.setMask(!0),n.buffers.color.setMask(!0),e.clear(e.autoClearColor,e.autoClearDepth,e.autoClearStencil))}function _(t,n){let i=h(n);i&&i.isCubeTexture?(l===void 0&&(l=new G(new ge(1,1,1),new N({name:`BackgroundCubeMaterial`,uniforms:Oe(un.backgroundCube.uniforms),vertexShader:un.backgroundCube.vertexShader,fragmentShader:un.backgroundCube.fragmentShader,side:1,depthTest:!1,depthWrite:!1,fog:!1,allowOverride:!1})),l.geometry.deleteAttribute(`normal`),l.geometry.deleteAttribute(`uv`),l.onBeforeRender=function(e,t,n){this.matrixWorld.copyPosition(n.matrixWorld)},Object.defineProperty(l.material,"envMap",{get:function(){return this.uniforms.envMap.value}}),r.update(l)),l.material.uniforms.envMap.value=i,l.material.uniforms.backgroundBlurriness.value=n.backgroundBlurriness,l.material.uniforms.backgroundIntensity.value=n.backgroundIntensity,l.material.uniforms.backgroundRotation.value.setFromMatrix4(fn.makeRotationFromEuler(n.backgroundRotation)).transpose(),i.isRenderTargetTexture===!1&&l.material.uniforms.backgroundRotation.value.premultiply(pn),l.material.toneMapped=L.getTransfer(i.colorSpace)!==u,(f!==i||p!==i.version||m!==e.toneMapping)&&(l.material.needsUpdate=!0,f=i,p=i.version,m=e.toneMapping),l.layers.enableAll(),t.unshift(l,l.geometry,l.material,0,0,null)):i&&i.isTexture&&(c===void 0&&(c=new G(new d(2,2),new N({name:`BackgroundMaterial`,uniforms:Oe(un.background.uniforms),vertexShader:un.background.vertexShader,fragmentShader:un.background.fragmentShader,side:0,depthTest:!1,depthWrite:!1,fog:!1,allowOverride:!1})),c.geometry.deleteAttribute(`normal`),Object.defineProperty(c.material,"map",{get:function(){return this.uniforms.t2D.value}}),r.update(c)),c.material.uniforms.t2D.value=i,c.material.uniforms.backgroundIntensity.value=n.backgroundIntensity,c.material.toneMapped=L.getTransfer(i.colorSpace)!==u,i.matrixAutoUpdate===!0&&i.updateMatrix(),c.material.uniforms.uvTransform.value.copy(i.matrix),(f!==i||p!==i.version||m!==e.toneMapping)&&(c.material.needsUpdate=!0,f=i,p=i.version,m=e.toneMapping),c.layers.enableAll(),t.unshift(c,c.geometry,c.material,0,0,null))}function v(t,r){t.getRGB(dn,Ze(e)),n.buffers.color.setClear(dn.r,dn.g,dn.b,r,a)}function y(){l!==void 0&&(l.geometry.dispose(),l.material.dispose(),l=void 0),c!==void 0&&(c.geometry.dispose(),c.material.dispose(),c=void 0)}return{getClearColor:function(){return o},setClearColor:function(e,t=1){o.set(e),s=t,v(o,s)},getClearAlpha:function(){return s},setClearAlpha:function(e){s=e,v(o,s)},render:g,addToRenderList:_,dispose:y}}function hn(e,t){let n=e.getParameter(e.MAX_VERTEX_ATTRIBS),r={},i=f(null),a=i,o=!1;function s(n,r,i,s,c){let u=!1,f=d(n,s,i,r);a!==f&&(a=f,l(a.object)),u=p(n,s,i,c),u&&m(n,s,i,c),c!==null&&t.update(c,e.ELEMENT_ARRAY_BUFFER),(u||o)&&(o=!1,b(n,r,i,s),c!==null&&e.bindBuffer(e.ELEMENT_ARRAY_BUFFER,t.get(c).buffer))}function c(){return e.createVertexArray()}function l(t){return e.bindVertexArray(t)}function u(t){return e.deleteVertexArray(t)}function d(e,t,n,i){let a=i.wireframe===!0,o=r[t.id];o===void 0&&(o={},r[t.id]=o);let s=e.isInstancedMesh===!0?e.id:0,l=o[s];l===void 0&&(l={},o[s]=l);let u=l[n.id];u===void 0&&(u={},l[n.id]=u);let d=u[a];return d===void 0&&(d=f(c()),u[a]=d),d}function f(e){let t=[],r=[],i=[];for(let e=0;e<n;e++)t[e]=0,r[e]=0,i[e]=0;return{geometry:null,program:null,wireframe:!1,newAttributes:t,enabledAttributes:r,attributeDivisors:i,object:e,attributes:{},index:null}}function p(e,t,n,r){let i=a.attributes,o=t.attributes,s=0,c=n.getAttributes();for(let t in c)if(c[t].location>=0){let n=i[t],r=o[t];if(r===void 0&&(t===`instanceMatrix`&&e.instanceMatrix&&(r=e.instanceMatrix),t===`instanceColor`&&e.instanceColor&&(r=e.instanceColor)),n===void 0||n.attribute!==r||r&&n.data!==r.data)return!0;s++}return a.attributesNum!==s||a.index!==r}function m(e,t,n,r){let i={},o=t.attributes,s=0,c=n.getAttributes();for(let t in c)if(c[t].location>=0){let n=o[t];n===void 0&&(t===`instanceMatrix`&&e.instanceMatrix&&(n=e.instanceMatrix),t===`instanceColor`&&e.instanceColor&&(n=e.instanceColor));let r={};r.attribute=n,n&&n.data&&(r.data=n.data),i[t]=r,s++}a.attributes=i,a.attributesNum=s,a.index=r}function h(){let e=a.newAttributes;for(let t=0,n=e.length;t<n;t++)e[t]=0}function g(e){_(e,0)}function _(t,n){let r=a.newAttributes,i=a.enabledAttributes,o=a.attributeDivisors;r[t]=1,i[t]===0&&(e.enableVertexAttribArray(t),i[t]=1),o[t]!==n&&(e.vertexAttribDivisor(t,n),o[t]=n)}function v(){let t=a.newAttributes,n=a.enabledAttributes;for(let r=0,i=n.length;r<i;r++)n[r]!==t[r]&&(e.disableVertexAttribArray(r),n[r]=0)}function y(t,n,r,i,a,o,s){s===!0?e.vertexAttribIPointer(t,n,r,a,o):e.vertexAttribPointer(t,n,r,i,a,o)}function b(n,r,i,a){h();let o=a.attributes,s=i.getAttributes(),c=r.defaultAttributeValues;for(let r in s){let i=s[r];if(i.location>=0){let s=o[r];if(s===void 0&&(r===`instanceMatrix`&&n.instanceMatrix&&(s=n.instanceMatrix),r===`instanceColor`&&n.instanceColor&&(s=n.instanceColor)),s!==void 0){let r=s.normalized,o=s.itemSize,c=t.get(s);if(c===void 0)continue;let l=c.buffer,u=c.type,d=c.bytesPerElement,f=u===e.INT||u===e.UNSIGNED_INT||s.gpuType===1013;if(s.isInterleavedBufferAttribute){let t=s.data,c=t.isInterleavedBuffer===!0?t.stride:t.itemSize,p=s.offset;if(t.isInstancedInterleavedBuffer||t.isInstancedBufferAttribute){for(let e=0;e<i.locationSize;e++)_(i.location+e,t.meshPerAttribute);n.isInstancedMesh!==!0&&a._maxInstanceCount===void 0&&(a._maxInstanceCount=t.meshPerAttribute*t.count)}else for(let e=0;e<i.locationSize;e++)g(i.location+e);e.bindBuffer(e.ARRAY_BUFFER,l);for(let e=0;e<i.locationSize;e++)y(i.location+e,o/i.locationSize,u,r,c*d,(p+o/i.locationSize*e)*d,f)}else{if(s.isInstancedBufferAttribute){for(let e=0;e<i.locationSize;e++)_(i.location+e,s.meshPerAttribute);n.isInstancedMesh!==!0&&a._maxInstanceCount===void 0&&(a._maxInstanceCount=s.meshPerAttribute*s.count)}else for(let e=0;e<i.locationSize;e++)g(i.location+e);e.bindBuffer(e.ARRAY_BUFFER,l);for(let e=0;e<i.locationSize;e++)y(i.location+e,o/i.locationSize,u,r,o*d,o/i.locationSize*e*d,f)}}else if(c!==void 0){let t=c[r];if(t!==void 0)switch(t.length){case 2:e.vertexAttrib2fv(i.location,t);break;case 3:e.vertexAttrib3fv(i.location,t);break;case 4:e.vertexAttrib4fv(i.location,t);break;default:e.vertexAttrib1fv(i.location,t)}}}}v()}function x(){T();for(let e in r){let t=r[e];for(let e in t){let n=t[e];for(let e in n){let t=n[e];for(let e in t)u(t[e].object),delete t[e];delete n[e]}}delete r[e]}}function S(e){if(r[e.id]===void 0)return;let t=r[e.id];for(let e in t){let n=t[e];for(let e in n){let t=n[e];for(let e in t)u(t[e].object),delete t[e];delete n[e]}}delete r[e.id]}function C(e){for(let t in r){let n=r[t];for(let t in n){let r=n[t];if(r[e.id]===void 0)continue;let i=r[e.id];for(let e in i)u(i[e].object),delete i[e];delete r[e.id]}}}function w(e){for(let t in r){let n=r[t],i=e.isInstancedMesh===!0?e.id:0,a=n[i];if(a!==void 0){for(let e in a){let t=a[e];for(let e in t)u(t[e].object),delete t[e];delete a[e]}delete n[i],Object.keys(n).length===0&&delete r[t]}}}function T(){E(),o=!0,a!==i&&(a=i,l(a.object))}function E(){i.geometry=null,i.program=null,i.wireframe=!1}return{setup:s,reset:T,resetDefaultState:E,dispose:x,releaseStatesOfGeometry:S,releaseStatesOfObject:w,releaseStatesOfProgram:C,initAttributes:h,enableAttribute:g,disableUnusedAttributes:v}}function gn(e,t,n){let r;function i(e){r=e}function a(t,i){e.drawArrays(r,t,i),n.update(i,r,1)}function o(t,i,a){a!==0&&(e.drawArraysInstanced(r,t,i,a),n.update(i,r,a))}function s(e,i,a){if(a===0)return;t.get(`WEBGL_multi_draw`).multiDrawArraysWEBGL(r,e,0,i,0,a);let o=0;for(let e=0;e<a;e++)o+=i[e];n.update(o,r,1)}this.setMode=i,this.render=a,this.renderInstances=o,this.renderMultiDraw=s}function _n(e,t,n,r){let i;function a(){if(i!==void 0)return i;if(t.has(`EXT_texture_filter_anisotropic`)===!0){let n=t.get(`EXT_texture_filter_anisotropic`);i=e.getParameter(n.MAX_TEXTURE_MAX_ANISOTROPY_EXT)}else i=0;return i}function o(t){return t===1023||r.convert(t)===e.getParameter(e.IMPLEMENTATION_COLOR_READ_FORMAT)}function s(n){let i=n===1016&&(t.has(`EXT_color_buffer_half_float`)||t.has(`EXT_color_buffer_float`));return!(n!==1009&&n!==1015&&!i&&r.convert(n)!==e.getParameter(e.IMPLEMENTATION_COLOR_READ_TYPE))}function c(t){if(t===`highp`){if(e.getShaderPrecisionFormat(e.VERTEX_SHADER,e.HIGH_FLOAT).precision>0&&e.getShaderPrecisionFormat(e.FRAGMENT_SHADER,e.HIGH_FLOAT).precision>0)return`highp`;t=`mediump`}return t===`mediump`&&e.getShaderPrecisionFormat(e.VERTEX_SHADER,e.MEDIUM_FLOAT).precision>0&&e.getShaderPrecisionFormat(e.FRAGMENT_SHADER,e.MEDIUM_FLOAT).precision>0?`mediump`:`lowp`}let l=n.precision===void 0?`highp`:n.precision,u=c(l);u!==l&&(K(`WebGLRenderer:`,l,`not supported, using`,u,`instead.`),l=u);let d=n.reversedDepthBuffer===!0&&t.has(`EXT_clip_control`),f=n.logarithmicDepthBuffer===!0&&d===!1;n.reversedDepthBuffer===!0&&d===!1&&K(`WebGLRenderer: Unable to use reversed depth buffer due to missing EXT_clip_control extension. Fallback to default depth buffer.`),n.logarithmicDepthBuffer===!0&&d===!0&&K(`WebGLRenderer: Logarithmic depth buffer is ignored when reversed depth buffer is enabled.`);let p=e.getParameter(e.MAX_TEXTURE_IMAGE_UNITS),m=e.getParameter(e.MAX_VERTEX_TEXTURE_IMAGE_UNITS),h=e.getParameter(e.MAX_TEXTURE_SIZE),g=e.getParameter(e.MAX_CUBE_MAP_TEXTURE_SIZE),_=e.getParameter(e.MAX_VERTEX_ATTRIBS),v=e.getParameter(e.MAX_VERTEX_UNIFORM_VECTORS),y=e.getParameter(e.MAX_VARYING_VECTORS),b=e.getParameter(e.MAX_FRAGMENT_UNIFORM_VECTORS),x=e.getParameter(e.MAX_SAMPLES),S=e.getParameter(e.SAMPLES);return{isWebGL2:!0,getMaxAnisotropy:a,getMaxPrecision:c,textureFormatReadable:o,textureTypeReadable:s,precision:l,logarithmicDepthBuffer:f,reversedDepthBuffer:d,maxTextures:p,maxVertexTextures:m,maxTextureSize:h,maxCubemapSize:g,maxAttributes:_,maxVertexUniforms:v,maxVaryings:y,maxFragmentUniforms:b,maxSamples:x,samples:S}}function vn(e){let t=this,n=null,r=0,i=!1,a=!1,o=new oe,s=new B,c={value:null,needsUpdate:!1};this.uniform=c,this.numPlanes=0,this.numIntersection=0,this.init=function(e,t){let n=e.length!==0||t||r!==0||i;return i=t,r=e.length,n},this.beginShadows=function(){a=!0,u(null)},this.endShadows=function(){a=!1},this.setGlobalState=function(e,t){n=u(e,t,0)},this.setState=function(t,o,s){let d=t.clippingPlanes,f=t.clipIntersection,p=t.clipShadows,m=e.get(t);if(!i||d===null||d.length===0||a&&!p)a?u(null):l();else{let e=a?0:r,t=e*4,i=m.clippingState||null;c.value=i,i=u(d,o,t,s);for(let e=0;e!==t;++e)i[e]=n[e];m.clippingState=i,this.numIntersection=f?this.numPlanes:0,this.numPlanes+=e}};function l(){c.value!==n&&(c.value=n,c.needsUpdate=r>0),t.numPlanes=r,t.numIntersection=0}function u(e,n,r,i){let a=e===null?0:e.length,l=null;if(a!==0){if(l=c.value,i!==!0||l===null){let t=r+a*4,i=n.matrixWorldInverse;s.getNormalMatrix(i),(l===null||l.length<t)&&(l=new Float32Array(t));for(let t=0,n=r;t!==a;++t,n+=4)o.copy(e[t]).applyMatrix4(i,s),o.normal.toArray(l,n),l[n+3]=o.constant}c.value=l,c.needsUpdate=!0}return t.numPlanes=a,t.numIntersection=0,l}}var yn=class extends ne{constructor(e=1,t={}){super(e,e,t),this.isWebGLCubeRenderTarget=!0;let n={width:e,height:e,depth:1},r=[n,n,n,n,n,n];this.texture=new Be(r),this._setTextureOptions(t),this.texture.isRenderTargetTexture=!0}fromEquirectangularTexture(e,t){this.texture.type=t.type,this.texture.colorSpace=t.colorSpace,this.texture.generateMipmaps=t.generateMipmaps,this.texture.minFilter=t.minFilter,this.texture.magFilter=t.magFilter;let n={uniforms:{tEquirect:{value:null}},vertexShader:`

				varying vec3 vWorldDirection;

				vec3 transformDirection( in vec3 dir, in mat4 matrix ) {

					return normalize( ( matrix * vec4( dir, 0.0 ) ).xyz );

				}

				void main() {

					vWorldDirection = transformDirection( position, modelMatrix );

					#include <begin_vertex>
					#include <project_vertex>

				}
			`,fragmentShader:`

				uniform sampler2D tEquirect;

				varying vec3 vWorldDirection;

				#include <common>

				void main() {

					vec3 direction = normalize( vWorldDirection );

					vec2 sampleUV = equirectUv( direction );

					gl_FragColor = texture2D( tEquirect, sampleUV );

				}
			`},r=new ge(5,5,5),i=new N({name:`CubemapFromEquirect`,uniforms:Oe(n.uniforms),vertexShader:n.vertexShader,fragmentShader:n.fragmentShader,side:1,blending:0});i.uniforms.tEquirect.value=t;let a=new G(r,i),s=t.minFilter;return t.minFilter===1008&&(t.minFilter=Re),new o(1,10,this).update(e,a),t.minFilter=s,a.geometry.dispose(),a.material.dispose(),this}clear(e,t=!0,n=!0,r=!0){let i=e.getRenderTarget();for(let i=0;i<6;i++)e.setRenderTarget(this,i),e.clear(t,n,r);e.setRenderTarget(i)}},bn=256,xn=3,Sn=20,Cn=256,wn=16,Tn=3,En=new z,Dn=new q,On=class e{constructor(e){this._renderer=e,this._cubeSize=0,this._sourceTarget=null,this._cubeCamera=new o(1,10,null),this._boxMesh=new G(new ge(5,5,5),null),this._cubemapMaterial=null,this._equirectMaterial=null,this._blurMaterial=null,this._ggxMaterial=null,this._integrationMaterial=null}fromScene(e,t=0,n=.1,r=100,i={}){let{size:a=256,position:s=En}=i,c=this._renderer;this._setSize(a);let l=this._allocateTarget(),u=this._getSourceTarget(!0);t>0&&(u.texture.mipmapsAutoUpdate=!1);let d=c.autoClear,f=c.autoClearColor,p=c.autoClearDepth,m=c.autoClearStencil,h=e.background;c.autoClear=!0,c.autoClearColor=!0,c.autoClearDepth=!0,c.autoClearStencil=!0,h===null&&(e.background=c.getClearColor(Dn));let g=new o(n,r,u);return g.position.copy(s),g.update(c,e),c.autoClear=d,c.autoClearColor=f,c.autoClearDepth=p,c.autoClearStencil=m,e.background=h,t>0&&(u.texture.mipmapsAutoUpdate=!0,this._blur(l,t)),this._applyPMREM(l),l}fromEquirectangular(e,t=null){return this._fromTexture(e,t)}fromCubemap(e,t=null){return this._fromTexture(e,t)}compileCubemapShader(){this._cubemapMaterial===null&&(this._cubemapMaterial=Fn(),this._compileMaterial(this._cubemapMaterial))}compileEquirectangularShader(){this._equirectMaterial===null&&(this._equirectMaterial=Pn(),this._compileMaterial(this._equirectMaterial))}dispose(){this._sourceTarget!==null&&this._sourceTarget.dispose(),this._cubemapMaterial!==null&&this._cubemapMaterial.dispose(),this._equirectMaterial!==null&&this._equirectMaterial.dispose(),this._blurMaterial!==null&&this._blurMaterial.dispose(),this._ggxMaterial!==null&&this._ggxMaterial.dispose(),this._integrationMaterial!==null&&this._integrationMaterial.dispose(),this._boxMesh.geometry.dispose()}static lodToRoughness(e,t){return t>0?1-Math.sqrt(1-e/t):0}_setSize(e){this._cubeSize=Math.max(bn,H(e))}_fromTexture(e,t){e.mapping===301||e.mapping===302?this._setSize(e.image.length===0?bn:e.image[0].width||e.image[0].image.width):this._setSize(e.image.width/4);let n=t||this._allocateTarget();return this._textureToCubemap(e),this._applyPMREM(n),n}_allocateTarget(){let e=this._cubeSize,t=kn(e,!1,!1),n=Math.log2(e)-xn;for(let r=0;r<=n;r++)t.texture.mipmaps.push({width:e>>r,height:e>>r});return t.texture.name=`PMREM`,t.texture.isPMREMTexture=!0,t}_getSourceTarget(e=!1){let t=this._cubeSize,n=this._sourceTarget;return(n===null||n.width!==t||e&&n.depthBuffer===!1)&&(n!==null&&n.dispose(),this._sourceTarget=kn(t,!0,e)),this._sourceTarget}_compileMaterial(e){this._boxMesh.material=e,this._renderer.compile(this._boxMesh,this._cubeCamera.children[0])}_renderCube(e,t,n){let r=this._boxMesh,i=this._cubeCamera;r.material=n,i.renderTarget=e,i.activeMipmapLevel=t;let a=e.width>>t;e.viewport.set(0,0,a,a),i.update(this._renderer,r),e.viewport.set(0,0,e.width,e.height)}_textureToCubemap(e){let t;e.mapping===301||e.mapping===302?(this._cubemapMaterial===null&&(this._cubemapMaterial=Fn()),t=this._cubemapMaterial,t.uniforms.flipEnvMap.value=e.isRenderTargetTexture===!1?-1:1):(this._equirectMaterial===null&&(this._equirectMaterial=Pn()),t=this._equirectMaterial),t.uniforms.envMap.value=e,this._renderCube(this._getSourceTarget(),0,t)}_applyPMREM(t){this._ggxMaterial===null&&(this._ggxMaterial=jn(),this._integrationMaterial=Mn());let n=this._cubeSize,r=t.texture.mipmaps.length-1,i=this._ggxMaterial.uniforms;i.envMap.value=this._sourceTarget.texture;let a=this._integrationMaterial.uniforms;a.envMap.value=this._sourceTarget.texture,a.sourceLod.value=Math.log2(n/wn);for(let o=0;o<=r;o++){let s=e.lodToRoughness(o,r);if(o>r-Tn)a.roughness.value=s,this._renderCube(t,o,this._integrationMaterial);else{let e=s>0?Math.log2(n)+.5*Math.log2(6/(Cn*s**4))+.5:0;i.roughness.value=s,i.lodBias.value=e,this._renderCube(t,o,this._ggxMaterial)}}}_blur(e,t){this._blurMaterial===null&&(this._blurMaterial=Nn());let n=this._blurMaterial,r=n.uniforms,i=this._sourceTarget;r.sigma.value=Math.min(t,Math.PI)/Math.SQRT2,r.envMap.value=i.texture,this._renderCube(e,0,n),r.envMap.value=e.texture,this._renderCube(i,0,n)}};function kn(e,t,n){return new yn(e,{minFilter:be,generateMipmaps:t,type:pe,colorSpace:ot,depthBuffer:n})}function An(e,t,n){return new N({name:e,uniforms:t,vertexShader:Z.cube_vert,fragmentShader:n,side:1,blending:0,depthTest:!1,depthWrite:!1})}function jn(){return An(`PMREMGGXConvolution`,{envMap:{value:null},roughness:{value:0},lodBias:{value:0}},`

		#define GGX_SAMPLES ${Cn}u

		varying vec3 vWorldDirection;

		uniform samplerCube envMap;
		uniform float roughness;
		uniform float lodBias;

		#include <common>

		// Van der Corput radical inverse
		float radicalInverse_VdC( uint bits ) {

			bits = ( bits << 16u ) | ( bits >> 16u );
			bits = ( ( bits & 0x55555555u ) << 1u ) | ( ( bits & 0xAAAAAAAAu ) >> 1u );
			bits = ( ( bits & 0x33333333u ) << 2u ) | ( ( bits & 0xCCCCCCCCu ) >> 2u );
			bits = ( ( bits & 0x0F0F0F0Fu ) << 4u ) | ( ( bits & 0xF0F0F0F0u ) >> 4u );
			bits = ( ( bits & 0x00FF00FFu ) << 8u ) | ( ( bits & 0xFF00FF00u ) >> 8u );
			return float( bits ) * 2.3283064365386963e-10; // / 0x100000000

		}

		// Hammersley sequence
		vec2 hammersley( uint i, uint N ) {

			return vec2( float( i ) / float( N ), radicalInverse_VdC( i ) );

		}

		void main() {

			vec3 N = normalize( vWorldDirection );

			// For very low roughness, just sample the environment directly
			if ( roughness < 0.001 ) {

				gl_FragColor = vec4( textureLod( envMap, N, 0.0 ).rgb, 1.0 );
				return;

			}

			float alpha = roughness * roughness;
			float alpha2 = alpha * alpha;

			// Tangent space basis for VNDF sampling
			vec3 up = abs( N.z ) < 0.999 ? vec3( 0.0, 0.0, 1.0 ) : vec3( 1.0, 0.0, 0.0 );
			vec3 tangent = normalize( cross( up, N ) );
			vec3 bitangent = cross( N, tangent );

			vec3 prefilteredColor = vec3( 0.0 );
			float totalWeight = 0.0;

			for ( uint i = 0u; i < GGX_SAMPLES; i ++ ) {

				vec2 Xi = hammersley( i, GGX_SAMPLES );

				// With V = N, sample the reflected direction directly.
				float invQ = 1.0 / ( 1.0 - Xi.x + alpha2 * Xi.x );
				float NdotL = ( 1.0 - Xi.x - alpha2 * Xi.x ) * invQ;

				if ( NdotL > 0.0 ) {

					float phi = 2.0 * PI * Xi.y;
					float sinTheta = 2.0 * alpha * sqrt( Xi.x * ( 1.0 - Xi.x ) ) * invQ;
					vec3 L = N * NdotL + ( tangent * cos( phi ) + bitangent * sin( phi ) ) * sinTheta;

					// Match the source mip to the sample's solid angle. The terms
					// independent of the sample are precomputed in lodBias.
					float d = alpha2 * invQ;
					float lod = max( log2( d ) + lodBias, 0.0 );

					// Weight by NdotL for the split-sum approximation
					prefilteredColor += textureLod( envMap, L, lod ).rgb * NdotL;
					totalWeight += NdotL;

				}

			}

			gl_FragColor = vec4( prefilteredColor / totalWeight, 1.0 );

		}
	`)}function Mn(){return An(`PMREMGGXIntegration`,{envMap:{value:null},roughness:{value:0},sourceLod:{value:0},sourceSize:{value:wn}},`

		varying vec3 vWorldDirection;

		uniform samplerCube envMap;
		uniform float roughness;
		uniform float sourceLod;
		uniform int sourceSize;

		void main() {

			vec3 N = normalize( vWorldDirection );

			float alpha = roughness * roughness;
			float alpha2 = alpha * alpha;

			float texelSize = 2.0 / float( sourceSize );

			vec3 prefilteredColor = vec3( 0.0 );
			float totalWeight = 0.0;

			// Pair opposite texels: only the one in N's hemisphere contributes.
			for ( int face = 0; face < 3; face ++ ) {

				for ( int y = 0; y < sourceSize; y ++ ) {

					for ( int x = 0; x < sourceSize; x ++ ) {

						vec2 uv = ( vec2( x, y ) + 0.5 ) * texelSize - 1.0;
						vec3 texelDirection = face == 0 ? vec3( 1.0, uv ) : ( face == 1 ? vec3( uv.x, 1.0, uv.y ) : vec3( uv, 1.0 ) );

						float invDistance = inversesqrt( 1.0 + dot( uv, uv ) );
						float NdotL = dot( N, texelDirection );
						texelDirection *= NdotL < 0.0 ? - 1.0 : 1.0;
						NdotL = abs( NdotL ) * invDistance;

						// With V = N, NdotH squared is ( 1 + NdotL ) / 2. Common factors
						// in the GGX distribution and texel solid angle cancel when normalized.
						float d = 1.0 + alpha2 + ( alpha2 - 1.0 ) * NdotL;
						float weight = NdotL * invDistance * invDistance * invDistance / ( d * d );

						prefilteredColor += textureLod( envMap, texelDirection, sourceLod ).rgb * weight;
						totalWeight += weight;

					}

				}

			}

			gl_FragColor = vec4( prefilteredColor / totalWeight, 1.0 );

		}
	`)}function Nn(){return An(`PMREMSphericalGaussianBlur`,{envMap:{value:null},sigma:{value:0}},`

		#define SAMPLES ${Sn}
		#define GOLDEN_ANGLE 2.39996322973

		varying vec3 vWorldDirection;

		uniform samplerCube envMap;
		uniform float sigma;

		#include <common>

		void main() {

			vec3 outputDirection = normalize( vWorldDirection );

			vec3 up = abs( outputDirection.z ) < 0.999 ? vec3( 0.0, 0.0, 1.0 ) : vec3( 1.0, 0.0, 0.0 );
			vec3 tangent = normalize( cross( up, outputDirection ) );
			vec3 bitangent = cross( outputDirection, tangent );

			// Truncate the kernel at three standard deviations or at the antipode.
			float thetaMax = min( 3.0 * sigma, PI );
			float truncation = 1.0 - exp( - 0.5 * thetaMax * thetaMax / ( sigma * sigma ) );

			vec3 accumColor = vec3( 0.0 );
			float accumWeight = 0.0;

			for ( int i = 0; i < SAMPLES; i ++ ) {

				// Stratified inverse-CDF sampling of the Gaussian, placed on a golden-angle spiral.
				float stratum = ( float( i ) + 0.5 ) / float( SAMPLES );
				float theta = sigma * sqrt( - 2.0 * log( 1.0 - stratum * truncation ) );
				float phi = float( i ) * GOLDEN_ANGLE;

				vec3 offset = cos( phi ) * tangent + sin( phi ) * bitangent;
				vec3 sampleDirection = cos( theta ) * outputDirection + sin( theta ) * offset;

				// Correct the planar sample density to solid angle.
				float weight = sin( theta ) / theta;

				accumColor += weight * textureLod( envMap, sampleDirection, 0.0 ).rgb;
				accumWeight += weight;

			}

			gl_FragColor = vec4( accumColor / accumWeight, 1.0 );

		}
	`)}function Pn(){return An(`PMREMEquirectangularToCubemap`,{envMap:{value:null}},`

		varying vec3 vWorldDirection;

		uniform sampler2D envMap;

		#include <common>

		void main() {

			// Average four subpixel samples to preserve small, bright features.
			vec3 direction = normalize( vWorldDirection );
			vec3 dx = dFdx( direction ) * 0.25;
			vec3 dy = dFdy( direction ) * 0.25;

			vec3 color = textureLod( envMap, equirectUv( normalize( direction - dx - dy ) ), 0.0 ).rgb;
			color += textureLod( envMap, equirectUv( normalize( direction + dx - dy ) ), 0.0 ).rgb;
			color += textureLod( envMap, equirectUv( normalize( direction - dx + dy ) ), 0.0 ).rgb;
			color += textureLod( envMap, equirectUv( normalize( direction + dx + dy ) ), 0.0 ).rgb;
			gl_FragColor = vec4( color * 0.25, 1.0 );

		}
	`)}function Fn(){return An(`PMREMCubemapToCubemap`,{envMap:{value:null},flipEnvMap:{value:-1}},`

		varying vec3 vWorldDirection;

		uniform samplerCube envMap;
		uniform float flipEnvMap;

		void main() {

			gl_FragColor = vec4( textureCube( envMap, vec3( flipEnvMap * vWorldDirection.x, vWorldDirection.yz ) ).rgb, 1.0 );

		}
	`)}function In(e){let t=new WeakMap,n=new WeakMap,r=null;function i(e,t=!1){return e==null?null:t?o(e):a(e)}function a(n){if(n&&n.isTexture){let r=n.mapping;if(r===303||r===304){if(t.has(n)){let e=t.get(n).texture;return s(e,n.mapping)}{let r=n.image;if(r&&r.height>0){let i=new yn(r.height);return i.fromEquirectangularTexture(e,n),t.set(n,i),n.addEventListener(`dispose`,l),s(i.texture,n.mapping)}return null}}}return n}function o(t){if(t&&t.isTexture&&t.isPMREMTexture!==!0){let i=t.mapping,a=i===303||i===304,o=i===301||i===302;if(a||o){let i=n.get(t),s=i===void 0?0:i.texture.pmremVersion;if(t.isRenderTargetTexture&&t.pmremVersion!==s)return r===null&&(r=new On(e)),i=a?r.fromEquirectangular(t,i):r.fromCubemap(t,i),i.texture.pmremVersion=t.pmremVersion,n.set(t,i),i.texture;if(i!==void 0)return i.texture;{let s=t.image;return a&&s&&s.height>0||o&&s&&c(s)?(r===null&&(r=new On(e)),i=a?r.fromEquirectangular(t):r.fromCubemap(t),i.texture.pmremVersion=t.pmremVersion,n.set(t,i),t.addEventListener(`dispose`,u),i.texture):null}}}return t}function s(e,t){return t===303?e.mapping=301:t===304&&(e.mapping=302),e}function c(e){let t=0;for(let n=0;n<6;n++)e[n]!==void 0&&t++;return t===6}function l(e){let n=e.target;n.removeEventListener(`dispose`,l);let r=t.get(n);r!==void 0&&(t.delete(n),r.dispose())}function u(e){let t=e.target;t.removeEventListener(`dispose`,u);let r=n.get(t);r!==void 0&&(n.delete(t),r.dispose())}function d(){t=new WeakMap,n=new WeakMap,r!==null&&(r.dispose(),r=null)}return{get:i,dispose:d}}function Ln(e){let t={};function n(n){if(t[n]!==void 0)return t[n];let r=e.getExtension(n);return t[n]=r,r}return{has:function(e){return n(e)!==null},init:function(){n(`EXT_color_buffer_float`),n(`WEBGL_clip_cull_distance`),n(`OES_texture_float_linear`),n(`EXT_color_buffer_half_float`),n(`WEBGL_multisampled_render_to_texture`),n(`WEBGL_render_shared_exponent`)},get:function(e){let t=n(e);return t===null&&De(`WebGLRenderer: `+e+` extension not supported.`),t}}}function Rn(e,t,n,r){let i={},a=new WeakMap,o=new FinalizationRegistry(e=>delete i[e]);function s(e){c(e.target)}function c(e){e.index!==null&&t.remove(e.index);for(let n in e.attributes)t.remove(e.attributes[n]);e.removeEventListener(`dispose`,s),delete i[e.id],o.unregister(e);let c=a.get(e);c&&(t.remove(c),a.delete(e)),r.releaseStatesOfGeometry(e),e.isInstancedBufferGeometry===!0&&delete e._maxInstanceCount,n.memory.geometries--}function l(e,t){return i[t.id]===void 0&&(t.addEventListener(`dispose`,s),i[t.id]=new WeakRef(t),o.register(t,t.id,t),n.memory.geometries++),t}function u(n){let r=n.attributes;for(let n in r)t.update(r[n],e.ARRAY_BUFFER)}function d(e){let n=e.index,r=e.attributes.position,i=0;if(r===void 0)return;let o=n===null?r.array.length/3-1:n.array.length,s=new(r.count>=65535?ie:D)(Math.ceil(o/3)*6,1),c=s.array;if(n!==null){let e=n.array;i=n.version;for(let t=0,n=0;t<o;t+=3){let r=e[t+0],i=e[t+1],a=e[t+2];c[n++]=r,c[n++]=i,c[n++]=i,c[n++]=a,c[n++]=a,c[n++]=r}}else{i=r.version;for(let e=0,t=0;e<o;e+=3){let n=e+0,r=e+1,i=e+2;c[t++]=n,c[t++]=r,c[t++]=r,c[t++]=i,c[t++]=i,c[t++]=n}}s.version=i;let l=a.get(e);l&&t.remove(l),a.set(e,s)}function f(e){let t=a.get(e);if(t){let n=e.index;n!==null&&t.version<n.version&&d(e)}else d(e);return a.get(e)}function p(){for(let e in i){let t=i[e].deref();t!==void 0&&c(t)}}return{get:l,update:u,getWireframeAttribute:f,dispose:p}}function zn(e,t,n){let r;function i(e){r=e}let a,o;function s(e){a=e.type,o=e.bytesPerElement}function c(t,i){e.drawElements(r,i,a,t*o),n.update(i,r,1)}function l(t,i,s){s!==0&&(e.drawElementsInstanced(r,i,a,t*o,s),n.update(i,r,s))}function u(e,i,o){if(o===0)return;t.get(`WEBGL_multi_draw`).multiDrawElementsWEBGL(r,i,0,a,e,0,o);let s=0;for(let e=0;e<o;e++)s+=i[e];n.update(s,r,1)}this.setMode=i,this.setIndex=s,this.render=c,this.renderInstances=l,this.renderMultiDraw=u}function Bn(e){let t={geometries:0,textures:0},n={frame:0,calls:0,triangles:0,points:0,lines:0};function r(t,r,i){switch(n.calls++,r){case e.TRIANGLES:n.triangles+=t/3*i;break;case e.LINES:n.lines+=t/2*i;break;case e.LINE_STRIP:n.lines+=i*(t-1);break;case e.LINE_LOOP:n.lines+=i*t;break;case e.POINTS:n.points+=i*t;break;default:nt(`WebGLInfo: Unknown draw mode:`,r)}}function i(){n.calls=0,n.triangles=0,n.points=0,n.lines=0}return{memory:t,render:n,programs:null,autoReset:!0,reset:i,update:r}}function Vn(e,t,n){let r=new WeakMap,i=new fe;function a(a,o,s){let c=a.morphTargetInfluences,l=o.morphAttributes.position||o.morphAttributes.normal||o.morphAttributes.color,u=l===void 0?0:l.length,d=r.get(o);if(d===void 0||d.count!==u){d!==void 0&&d.texture.dispose();let e=o.morphAttributes.position!==void 0,n=o.morphAttributes.normal!==void 0,a=o.morphAttributes.color!==void 0,s=o.morphAttributes.position||[],c=o.morphAttributes.normal||[],l=o.morphAttributes.color||[],f=0;e===!0&&(f=1),n===!0&&(f=2),a===!0&&(f=3);let p=o.attributes.position.count*f,m=1;p>t.maxTextureSize&&(m=Math.ceil(p/t.maxTextureSize),p=t.maxTextureSize);let h=new Float32Array(p*m*4*u),g=new O(h,p,m,u);g.type=se,g.needsUpdate=!0;let _=f*4;for(let t=0;t<u;t++){let r=s[t],o=c[t],u=l[t],d=p*m*4*t;for(let t=0;t<r.count;t++){let s=t*_;e===!0&&(i.fromBufferAttribute(r,t),h[d+s+0]=i.x,h[d+s+1]=i.y,h[d+s+2]=i.z,h[d+s+3]=0),n===!0&&(i.fromBufferAttribute(o,t),h[d+s+4]=i.x,h[d+s+5]=i.y,h[d+s+6]=i.z,h[d+s+7]=0),a===!0&&(i.fromBufferAttribute(u,t),h[d+s+8]=i.x,h[d+s+9]=i.y,h[d+s+10]=i.z,h[d+s+11]=u.itemSize===4?i.w:1)}}d={count:u,texture:g,size:new C(p,m)},r.set(o,d);function v(){g.dispose(),r.delete(o),o.removeEventListener(`dispose`,v)}o.addEventListener(`dispose`,v)}if(a.isInstancedMesh===!0&&a.morphTexture!==null)s.getUniforms().setValue(e,`morphTexture`,a.morphTexture,n);else{let t=0;for(let e=0;e<c.length;e++)t+=c[e];let n=o.morphTargetsRelative?1:1-t;s.getUniforms().setValue(e,`morphTargetBaseInfluence`,n),s.getUniforms().setValue(e,`morphTargetInfluences`,c)}s.getUniforms().setValue(e,`morphTargetsTexture`,d.texture,n),s.getUniforms().setValue(e,`morphTargetsTextureSize`,d.size)}return{update:a}}function Hn(e,t,n,r,i){let a=new WeakMap;function o(r){let o=i.render.frame,s=r.geometry,l=t.get(r,s);if(a.get(l)!==o&&(t.update(l),a.set(l,o)),r.isInstancedMesh&&(r.hasEventListener(`dispose`,c)===!1&&r.addEventListener(`dispose`,c),a.get(r)!==o&&(n.update(r.instanceMatrix,e.ARRAY_BUFFER),r.instanceColor!==null&&n.update(r.instanceColor,e.ARRAY_BUFFER),a.set(r,o))),r.isSkinnedMesh){let e=r.skeleton;a.get(e)!==o&&(e.update(),a.set(e,o))}return l}function s(){a=new WeakMap}function c(e){let t=e.target;t.removeEventListener(`dispose`,c),r.releaseStatesOfObject(t),n.remove(t.instanceMatrix),t.instanceColor!==null&&n.remove(t.instanceColor)}return{update:o,dispose:s}}var Un={1:`LINEAR_TONE_MAPPING`,2:`REINHARD_TONE_MAPPING`,3:`CINEON_TONE_MAPPING`,4:`ACES_FILMIC_TONE_MAPPING`,6:`AGX_TONE_MAPPING`,7:`NEUTRAL_TONE_MAPPING`,5:`CUSTOM_TONE_MAPPING`};function Wn(e,t,n,r,i,o){let s=new ne(t,n,{type:e,depthBuffer:i,stencilBuffer:o,samples:r?4:0,storeMultisampledDepthBuffer:!1,storeMultisampledStencilBuffer:!1,resolveDepthBuffer:!1,resolveStencilBuffer:!1}),c=null,l=null,u=null,d=new _t;d.setAttribute(`position`,new _([-1,3,0,-1,-1,0,3,-1,0],3)),d.setAttribute(`uv`,new _([0,2,0,0,2,0],2));let p=new Ke({uniforms:{tDiffuse:{value:null}},vertexShader:`
			precision highp float;

			uniform mat4 modelViewMatrix;
			uniform mat4 projectionMatrix;

			attribute vec3 position;
			attribute vec2 uv;

			varying vec2 vUv;

			void main() {
				vUv = uv;
				gl_Position = projectionMatrix * modelViewMatrix * vec4( position, 1.0 );
			}`,fragmentShader:`
			precision highp float;

			uniform sampler2D tDiffuse;

			varying vec2 vUv;

			#include <tonemapping_pars_fragment>
			#include <colorspace_pars_fragment>

			void main() {
				gl_FragColor = texture2D( tDiffuse, vUv );

				#ifdef LINEAR_TONE_MAPPING
					gl_FragColor.rgb = LinearToneMapping( gl_FragColor.rgb );
				#elif defined( REINHARD_TONE_MAPPING )
					gl_FragColor.rgb = ReinhardToneMapping( gl_FragColor.rgb );
				#elif defined( CINEON_TONE_MAPPING )
					gl_FragColor.rgb = CineonToneMapping( gl_FragColor.rgb );
				#elif defined( ACES_FILMIC_TONE_MAPPING )
					gl_FragColor.rgb = ACESFilmicToneMapping( gl_FragColor.rgb );
				#elif defined( AGX_TONE_MAPPING )
					gl_FragColor.rgb = AgXToneMapping( gl_FragColor.rgb );
				#elif defined( NEUTRAL_TONE_MAPPING )
					gl_FragColor.rgb = NeutralToneMapping( gl_FragColor.rgb );
				#elif defined( CUSTOM_TONE_MAPPING )
					gl_FragColor.rgb = CustomToneMapping( gl_FragColor.rgb );
				#endif

				#ifdef SRGB_TRANSFER
					gl_FragColor = sRGBTransferOETF( gl_FragColor );
				#endif
			}`,depthTest:!1,depthWrite:!1}),m=new G(d,p),h=new a(-1,1,1,-1,0,1),g=null,b=null,x=!1,S,C=null,w=[],T=!1;this.setSize=function(e,t){s.setSize(e,t),c!==null&&c.setSize(e,t),l!==null&&l.setSize(e,t);for(let n=0;n<w.length;n++){let r=w[n];r.setSize&&r.setSize(e,t)}},this.setEffects=function(e){w=e,T=w.length>0&&w[0].isRenderPass===!0;let t=s.width,n=s.height;w.length>0&&c===null&&(c=new ne(t,n,{type:pe,depthBuffer:!1,stencilBuffer:!1}),l=new ne(t,n,{type:pe,depthBuffer:!1,stencilBuffer:!1}));let r=i===!0&&w.some(e=>e.needsDepthTexture===!0);r!==(s.depthTexture!==null)&&(r===!0&&u===null&&(u=new y(t,n),o===!0&&(u.format=f,u.type=v)),s.dispose(),s.depthTexture=r?u:null,s.resolveDepthBuffer=r,s.storeMultisampledDepthBuffer=r);for(let e=0;e<w.length;e++){let i=w[e];i.setSize&&i.setSize(t,n),r&&i.needsDepthTexture===!0&&i.setDepthTexture&&i.setDepthTexture(u)}},this.begin=function(e,t){if(x||e.toneMapping===0&&w.length===0)return!1;if(C=t,t!==null){let e=t.width,n=t.height;(s.width!==e||s.height!==n)&&this.setSize(e,n)}return T===!1&&e.setRenderTarget(s),S=e.toneMapping,e.toneMapping=0,!0},this.hasRenderPass=function(){return T},this.end=function(e,t){e.toneMapping=S,x=!0;let n=s,r=c;for(let i=0;i<w.length;i++){let a=w[i];a.enabled!==!1&&(a.render(e,r,n,t),a.needsSwap!==!1&&(n=r,r=r===c?l:c))}if(g!==e.outputColorSpace||b!==e.toneMapping){g=e.outputColorSpace,b=e.toneMapping,p.defines={},L.getTransfer(g)===`srgb`&&(p.defines.SRGB_TRANSFER=``);let t=Un[b];t&&(p.defines[t]=``),p.needsUpdate=!0}p.uniforms.tDiffuse.value=n.texture,e.setRenderTarget(C),e.render(m,h),C=null,x=!1},this.isCompositing=function(){return x},this.dispose=function(){s.dispose(),c!==null&&c.dispose(),l!==null&&l.dispose(),d.dispose(),p.dispose()}}var Gn=new b,Kn=new y(1,1),qn=new M(1),Jn=new O,Yn=new U,Xn=new Be,Zn=[],Qn=[],$n=new Float32Array(16),er=new Float32Array(9),tr=new Float32Array(4);function nr(e,t,n){let r=e[0];if(r<=0||r>0)return e;let i=t*n,a=Zn[i];if(a===void 0&&(a=new Float32Array(i),Zn[i]=a),t!==0){r.toArray(a,0);for(let r=1,i=0;r!==t;++r)i+=n,e[r].toArray(a,i)}return a}function rr(e,t){if(e.length!==t.length)return!1;for(let n=0,r=e.length;n<r;n++)if(e[n]!==t[n])return!1;return!0}function ir(e,t){for(let n=0,r=t.length;n<r;n++)e[n]=t[n]}function ar(e,t){let n=Qn[t];n===void 0&&(n=new Int32Array(t),Qn[t]=n);for(let r=0;r!==t;++r)n[r]=e.allocateTextureUnit();return n}function or(e,t){let n=this.cache;n[0]!==t&&(e.uniform1f(this.addr,t),n[0]=t)}function sr(e,t){let n=this.cache;if(t.x!==void 0)(n[0]!==t.x||n[1]!==t.y)&&(e.uniform2f(this.addr,t.x,t.y),n[0]=t.x,n[1]=t.y);else{if(rr(n,t))return;e.uniform2fv(this.addr,t),ir(n,t)}}function cr(e,t){let n=this.cache;if(t.x!==void 0)(n[0]!==t.x||n[1]!==t.y||n[2]!==t.z)&&(e.uniform3f(this.addr,t.x,t.y,t.z),n[0]=t.x,n[1]=t.y,n[2]=t.z);else if(t.r!==void 0)(n[0]!==t.r||n[1]!==t.g||n[2]!==t.b)&&(e.uniform3f(this.addr,t.r,t.g,t.b),n[0]=t.r,n[1]=t.g,n[2]=t.b);else{if(rr(n,t))return;e.uniform3fv(this.addr,t),ir(n,t)}}function lr(e,t){let n=this.cache;if(t.x!==void 0)(n[0]!==t.x||n[1]!==t.y||n[2]!==t.z||n[3]!==t.w)&&(e.uniform4f(this.addr,t.x,t.y,t.z,t.w),n[0]=t.x,n[1]=t.y,n[2]=t.z,n[3]=t.w);else{if(rr(n,t))return;e.uniform4fv(this.addr,t),ir(n,t)}}function ur(e,t){let n=this.cache,r=t.elements;if(r===void 0){if(rr(n,t))return;e.uniformMatrix2fv(this.addr,!1,t),ir(n,t)}else{if(rr(n,r))return;tr.set(r),e.uniformMatrix2fv(this.addr,!1,tr),ir(n,r)}}function dr(e,t){let n=this.cache,r=t.elements;if(r===void 0){if(rr(n,t))return;e.uniformMatrix3fv(this.addr,!1,t),ir(n,t)}else{if(rr(n,r))return;er.set(r),e.uniformMatrix3fv(this.addr,!1,er),ir(n,r)}}function fr(e,t){let n=this.cache,r=t.elements;if(r===void 0){if(rr(n,t))return;e.uniformMatrix4fv(this.addr,!1,t),ir(n,t)}else{if(rr(n,r))return;$n.set(r),e.uniformMatrix4fv(this.addr,!1,$n),ir(n,r)}}function pr(e,t){let n=this.cache;n[0]!==t&&(e.uniform1i(this.addr,t),n[0]=t)}function mr(e,t){let n=this.cache;if(t.x!==void 0)(n[0]!==t.x||n[1]!==t.y)&&(e.uniform2i(this.addr,t.x,t.y),n[0]=t.x,n[1]=t.y);else{if(rr(n,t))return;e.uniform2iv(this.addr,t),ir(n,t)}}function hr(e,t){let n=this.cache;if(t.x!==void 0)(n[0]!==t.x||n[1]!==t.y||n[2]!==t.z)&&(e.uniform3i(this.addr,t.x,t.y,t.z),n[0]=t.x,n[1]=t.y,n[2]=t.z);else{if(rr(n,t))return;e.uniform3iv(this.addr,t),ir(n,t)}}function gr(e,t){let n=this.cache;if(t.x!==void 0)(n[0]!==t.x||n[1]!==t.y||n[2]!==t.z||n[3]!==t.w)&&(e.uniform4i(this.addr,t.x,t.y,t.z,t.w),n[0]=t.x,n[1]=t.y,n[2]=t.z,n[3]=t.w);else{if(rr(n,t))return;e.uniform4iv(this.addr,t),ir(n,t)}}function _r(e,t){let n=this.cache;n[0]!==t&&(e.uniform1ui(this.addr,t),n[0]=t)}function vr(e,t){let n=this.cache;if(t.x!==void 0)(n[0]!==t.x||n[1]!==t.y)&&(e.uniform2ui(this.addr,t.x,t.y),n[0]=t.x,n[1]=t.y);else{if(rr(n,t))return;e.uniform2uiv(this.addr,t),ir(n,t)}}function yr(e,t){let n=this.cache;if(t.x!==void 0)(n[0]!==t.x||n[1]!==t.y||n[2]!==t.z)&&(e.uniform3ui(this.addr,t.x,t.y,t.z),n[0]=t.x,n[1]=t.y,n[2]=t.z);else{if(rr(n,t))return;e.uniform3uiv(this.addr,t),ir(n,t)}}function br(e,t){let n=this.cache;if(t.x!==void 0)(n[0]!==t.x||n[1]!==t.y||n[2]!==t.z||n[3]!==t.w)&&(e.uniform4ui(this.addr,t.x,t.y,t.z,t.w),n[0]=t.x,n[1]=t.y,n[2]=t.z,n[3]=t.w);else{if(rr(n,t))return;e.uniform4uiv(this.addr,t),ir(n,t)}}function xr(e){return e.version===0&&(e.compareFunction=519,e.needsUpdate=!0),e}function Sr(e,t,n){let r=this.cache,i=n.allocateTextureUnit();r[0]!==i&&(e.uniform1i(this.addr,i),r[0]=i);let a;a=this.type===e.SAMPLER_2D_SHADOW?xr(Kn):Gn,n.setTexture2D(t||a,i)}function Cr(e,t,n){let r=this.cache,i=n.allocateTextureUnit();r[0]!==i&&(e.uniform1i(this.addr,i),r[0]=i),n.setTexture3D(t||Yn,i)}function wr(e,t,n){let r=this.cache,i=n.allocateTextureUnit();r[0]!==i&&(e.uniform1i(this.addr,i),r[0]=i);let a;a=this.type===e.SAMPLER_CUBE_SHADOW?xr(qn):Xn,n.setTextureCube(t||a,i)}function Tr(e,t,n){let r=this.cache,i=n.allocateTextureUnit();r[0]!==i&&(e.uniform1i(this.addr,i),r[0]=i),n.setTexture2DArray(t||Jn,i)}function Er(e){switch(e){case 5126:return or;case 35664:return sr;case 35665:return cr;case 35666:return lr;case 35674:return ur;case 35675:return dr;case 35676:return fr;case 5124:case 35670:return pr;case 35667:case 35671:return mr;case 35668:case 35672:return hr;case 35669:case 35673:return gr;case 5125:return _r;case 36294:return vr;case 36295:return yr;case 36296:return br;case 35678:case 36198:case 36298:case 36306:case 35682:return Sr;case 35679:case 36299:case 36307:return Cr;case 35680:case 36300:case 36308:case 36293:return wr;case 36289:case 36303:case 36311:case 36292:return Tr}}function Dr(e,t){e.uniform1fv(this.addr,t)}function Or(e,t){let n=nr(t,this.size,2);e.uniform2fv(this.addr,n)}function kr(e,t){let n=nr(t,this.size,3);e.uniform3fv(this.addr,n)}function Ar(e,t){let n=nr(t,this.size,4);e.uniform4fv(this.addr,n)}function jr(e,t){let n=nr(t,this.size,4);e.uniformMatrix2fv(this.addr,!1,n)}function Mr(e,t){let n=nr(t,this.size,9);e.uniformMatrix3fv(this.addr,!1,n)}function Nr(e,t){let n=nr(t,this.size,16);e.uniformMatrix4fv(this.addr,!1,n)}function Pr(e,t){e.uniform1iv(this.addr,t)}function Fr(e,t){e.uniform2iv(this.addr,t)}function Ir(e,t){e.uniform3iv(this.addr,t)}function Lr(e,t){e.uniform4iv(this.addr,t)}function Rr(e,t){e.uniform1uiv(this.addr,t)}function zr(e,t){e.uniform2uiv(this.addr,t)}function Br(e,t){e.uniform3uiv(this.addr,t)}function Vr(e,t){e.uniform4uiv(this.addr,t)}function Hr(e,t,n){let r=this.cache,i=t.length,a=ar(n,i);rr(r,a)||(e.uniform1iv(this.addr,a),ir(r,a));let o;o=this.type===e.SAMPLER_2D_SHADOW?xr(Kn):Gn;for(let e=0;e!==i;++e)n.setTexture2D(t[e]||o,a[e])}function Ur(e,t,n){let r=this.cache,i=t.length,a=ar(n,i);rr(r,a)||(e.uniform1iv(this.addr,a),ir(r,a));for(let e=0;e!==i;++e)n.setTexture3D(t[e]||Yn,a[e])}function Wr(e,t,n){let r=this.cache,i=t.length,a=ar(n,i);rr(r,a)||(e.uniform1iv(this.addr,a),ir(r,a));let o;o=this.type===e.SAMPLER_CUBE_SHADOW?xr(qn):Xn;for(let e=0;e!==i;++e)n.setTextureCube(t[e]||o,a[e])}function Gr(e,t,n){let r=this.cache,i=t.length,a=ar(n,i);rr(r,a)||(e.uniform1iv(this.addr,a),ir(r,a));for(let e=0;e!==i;++e)n.setTexture2DArray(t[e]||Jn,a[e])}function Kr(e){switch(e){case 5126:return Dr;case 35664:return Or;case 35665:return kr;case 35666:return Ar;case 35674:return jr;case 35675:return Mr;case 35676:return Nr;case 5124:case 35670:return Pr;case 35667:case 35671:return Fr;case 35668:case 35672:return Ir;case 35669:case 35673:return Lr;case 5125:return Rr;case 36294:return zr;case 36295:return Br;case 36296:return Vr;case 35678:case 36198:case 36298:case 36306:case 35682:return Hr;case 35679:case 36299:case 36307:return Ur;case 35680:case 36300:case 36308:case 36293:return Wr;case 36289:case 36303:case 36311:case 36292:return Gr}}var qr=class{constructor(e,t,n){this.id=e,this.addr=n,this.cache=[],this.type=t.type,this.setValue=Er(t.type)}},Jr=class{constructor(e,t,n){this.id=e,this.addr=n,this.cache=[],this.type=t.type,this.size=t.size,this.setValue=Kr(t.type)}},Yr=class{constructor(e){this.id=e,this.seq=[],this.map={}}setValue(e,t,n){let r=this.seq;for(let i=0,a=r.length;i!==a;++i){let a=r[i];a.setValue(e,t[a.id],n)}}},Xr=/(\w+)(\])?(\[|\.)?/g;function Zr(e,t){e.seq.push(t),e.map[t.id]=t}function Qr(e,t,n){let r=e.name,i=r.length;for(Xr.lastIndex=0;;){let a=Xr.exec(r),o=Xr.lastIndex,s=a[1],c=a[2]===`]`,l=a[3];if(c&&(s|=0),l===void 0||l===`[`&&o+2===i){Zr(n,l===void 0?new qr(s,e,t):new Jr(s,e,t));break}{let e=n.map[s];e===void 0&&(e=new Yr(s),Zr(n,e)),n=e}}}var $r=class{constructor(e,t){this.seq=[],this.map={};let n=e.getProgramParameter(t,e.ACTIVE_UNIFORMS);for(let r=0;r<n;++r){let n=e.getActiveUniform(t,r);Qr(n,e.getUniformLocation(t,n.name),this)}let r=[],i=[];for(let t of this.seq)t.type===e.SAMPLER_2D_SHADOW||t.type===e.SAMPLER_CUBE_SHADOW||t.type===e.SAMPLER_2D_ARRAY_SHADOW?r.push(t):i.push(t);r.length>0&&(this.seq=r.concat(i))}setValue(e,t,n,r){let i=this.map[t];i!==void 0&&i.setValue(e,n,r)}setOptional(e,t,n){let r=t[n];r!==void 0&&this.setValue(e,n,r)}static upload(e,t,n,r){for(let i=0,a=t.length;i!==a;++i){let a=t[i],o=n[a.id];o.needsUpdate!==!1&&a.setValue(e,o.value,r)}}static seqWithValue(e,t){let n=[];for(let r=0,i=e.length;r!==i;++r){let i=e[r];i.id in t&&n.push(i)}return n}};function ei(e,t,n){let r=e.createShader(t);return e.shaderSource(r,n),e.compileShader(r),r}var ti=37297,ni=0;function ri(e,t){let n=e.split(`
`),r=[],i=Math.max(t-6,0),a=Math.min(t+6,n.length);for(let e=i;e<a;e++){let i=e+1;r.push(`${i===t?`>`:` `} ${i}: ${n[e]}`)}return r.join(`
`)}var ii=new B;function ai(e){L._getMatrix(ii,L.workingColorSpace,e);let t=`mat3( ${ii.elements.map(e=>e.toFixed(4))} )`;switch(L.getTransfer(e)){case Te:return[t,`LinearTransferOETF`];case u:return[t,`sRGBTransferOETF`];default:return K(`WebGLProgram: Unsupported color space: `,e),[t,`LinearTransferOETF`]}}function oi(e,t,n){let r=e.getShaderParameter(t,e.COMPILE_STATUS),i=(e.getShaderInfoLog(t)||``).trim();if(r&&i===``)return``;let a=/ERROR: 0:(\d+)/.exec(i);if(a){let r=parseInt(a[1]);return n.toUpperCase()+`

`+i+`

`+ri(e.getShaderSource(t),r)}return i}function si(e,t){let n=ai(t);return[`vec4 ${e}( vec4 value ) {`,`	return ${n[1]}( vec4( ${n[0]} * value.rgb, value.a ) );`,`}`].join(`
`)}var ci={1:`Linear`,2:`Reinhard`,3:`Cineon`,4:`ACESFilmic`,6:`AgX`,7:`Neutral`,5:`Custom`};function li(e,t){let n=ci[t];return n===void 0?(K(`WebGLProgram: Unsupported toneMapping:`,t),`vec3 `+e+`( vec3 color ) { return LinearToneMapping( color ); }`):`vec3 `+e+`( vec3 color ) { return `+n+`ToneMapping( color ); }`}var ui=new z;function di(){return L.getLuminanceCoefficients(ui),[`float luminance( const in vec3 rgb ) {`,`	const vec3 weights = vec3( ${ui.x.toFixed(4)}, ${ui.y.toFixed(4)}, ${ui.z.toFixed(4)} );`,`	return dot( weights, rgb );`,`}`].join(`
`)}function fi(e){return[e.extensionClipCullDistance?`#extension GL_ANGLE_clip_cull_distance : require`:``,e.extensionMultiDraw?`#extension GL_ANGLE_multi_draw : require`:``].filter(hi).join(`
`)}function pi(e){let t=[];for(let n in e){let r=e[n];r!==!1&&t.push(`#define `+n+` `+r)}return t.join(`
`)}function mi(e,t){let n={},r=e.getProgramParameter(t,e.ACTIVE_ATTRIBUTES);for(let i=0;i<r;i++){let r=e.getActiveAttrib(t,i),a=r.name,o=1;r.type===e.FLOAT_MAT2&&(o=2),r.type===e.FLOAT_MAT3&&(o=3),r.type===e.FLOAT_MAT4&&(o=4),n[a]={type:r.type,location:e.getAttribLocation(t,a),locationSize:o}}return n}function hi(e){return e!==``}function gi(e,t){let n=t.numSpotLightShadows+t.numSpotLightMaps-t.numSpotLightShadowsWithMaps;return e.replace(/NUM_SUN_LIGHTS/g,t.numSunLights).replace(/NUM_DIR_LIGHTS/g,t.numDirLights).replace(/NUM_SPOT_LIGHTS/g,t.numSpotLights).replace(/NUM_SPOT_LIGHT_MAPS/g,t.numSpotLightMaps).replace(/NUM_SPOT_LIGHT_COORDS/g,n).replace(/NUM_RECT_AREA_LIGHTS/g,t.numRectAreaLights).replace(/NUM_POINT_LIGHTS/g,t.numPointLights).replace(/NUM_HEMI_LIGHTS/g,t.numHemiLights).replace(/NUM_SUN_LIGHT_SHADOWS/g,t.numSunLightShadows).replace(/NUM_DIR_LIGHT_SHADOWS/g,t.numDirLightShadows).replace(/NUM_SPOT_LIGHT_SHADOWS_WITH_MAPS/g,t.numSpotLightShadowsWithMaps).replace(/NUM_SPOT_LIGHT_SHADOWS/g,t.numSpotLightShadows).replace(/NUM_POINT_LIGHT_SHADOWS/g,t.numPointLightShadows).replace(/NUM_LIGHT_PROBE_GRIDS/g,t.numLightProbeGrids)}function _i(e,t){return e.replace(/NUM_CLIPPING_PLANES/g,t.numClippingPlanes).replace(/UNION_CLIPPING_PLANES/g,t.numClippingPlanes-t.numClipIntersection)}var vi=/^[ \t]*#include +<([\w\d./]+)>/gm;function yi(e){return e.replace(vi,bi)}function bi(e,t){let n=Z[t];if(n===void 0)throw Error(`THREE.WebGLProgram: Can not resolve #include <`+t+`>`);return yi(n)}var xi=/#pragma unroll_loop_start\s+for\s*\(\s*int\s+i\s*=\s*(\d+)\s*;\s*i\s*<\s*(\d+)\s*;\s*i\s*\+\+\s*\)\s*{([\s\S]+?)}\s+#pragma unroll_loop_end/g;function Si(e){return e.replace(xi,Ci)}function Ci(e,t,n,r){let i=``;for(let e=parseInt(t);e<parseInt(n);e++)i+=r.replace(/\[\s*i\s*\]/g,`[ `+e+` ]`).replace(/UNROLLED_LOOP_INDEX/g,e);return i}function wi(e){let t=`precision ${e.precision} float;
	precision ${e.precision} int;
	precision ${e.precision} sampler2D;
	precision ${e.precision} samplerCube;
	precision ${e.precision} sampler3D;
	precision ${e.precision} sampler2DArray;
	precision ${e.precision} sampler2DShadow;
	precision ${e.precision} samplerCubeShadow;
	precision ${e.precision} sampler2DArrayShadow;
	precision ${e.precision} isampler2D;
	precision ${e.precision} isampler3D;
	precision ${e.precision} isamplerCube;
	precision ${e.precision} isampler2DArray;
	precision ${e.precision} usampler2D;
	precision ${e.precision} usampler3D;
	precision ${e.precision} usamplerCube;
	precision ${e.precision} usampler2DArray;
	`;return e.precision===`highp`?t+=`
#define HIGH_PRECISION`:e.precision===`mediump`?t+=`
#define MEDIUM_PRECISION`:e.precision===`lowp`&&(t+=`
#define LOW_PRECISION`),t}var Ti={1:`SHADOWMAP_TYPE_PCF`,3:`SHADOWMAP_TYPE_VSM`};function Ei(e){return Ti[e.shadowMapType]||`SHADOWMAP_TYPE_BASIC`}var Di={302:`ENVMAP_MODE_REFRACTION`};function Oi(e){return e.envMap===!1?`ENVMAP_MODE_REFLECTION`:Di[e.envMapMode]||`ENVMAP_MODE_REFLECTION`}var ki={0:`ENVMAP_BLENDING_MULTIPLY`,1:`ENVMAP_BLENDING_MIX`,2:`ENVMAP_BLENDING_ADD`};function Ai(e){return e.envMap===!1?`ENVMAP_BLENDING_NONE`:ki[e.combine]||`ENVMAP_BLENDING_NONE`}function ji(e,t,n,r){let i=e.getContext(),a=n.defines,o=n.vertexShader,s=n.fragmentShader,c=Ei(n),l=n.envMapPMREM===!0?`ENVMAP_TYPE_PMREM`:`ENVMAP_TYPE_CUBE`,u=Oi(n),d=Ai(n),f=fi(n),p=pi(a),m=i.createProgram(),h,g,_=n.glslVersion?`#version `+n.glslVersion+`
`:``;n.isRawShaderMaterial?(h=[`#define SHADER_TYPE `+n.shaderType,`#define SHADER_NAME `+n.shaderName,p].filter(hi).join(`
`),h.length>0&&(h+=`
`),g=[`#define SHADER_TYPE `+n.shaderType,`#define SHADER_NAME `+n.shaderName,p].filter(hi).join(`
`),g.length>0&&(g+=`
`)):(h=[wi(n),`#define SHADER_TYPE `+n.shaderType,`#define SHADER_NAME `+n.shaderName,p,n.extensionClipCullDistance?`#define USE_CLIP_DISTANCE`:``,n.batching?`#define USE_BATCHING`:``,n.batchingColor?`#define USE_BATCHING_COLOR`:``,n.instancing?`#define USE_INSTANCING`:``,n.instancingColor?`#define USE_INSTANCING_COLOR`:``,n.instancingMorph?`#define USE_INSTANCING_MORPH`:``,n.useFog&&n.fog?`#define USE_FOG`:``,n.useFog&&n.fogExp2?`#define FOG_EXP2`:``,n.map?`#define USE_MAP`:``,n.envMap?`#define USE_ENVMAP`:``,n.envMap?`#define `+u:``,n.lightMap?`#define USE_LIGHTMAP`:``,n.aoMap?`#define USE_AOMAP`:``,n.bumpMap?`#define USE_BUMPMAP`:``,n.normalMap?`#define USE_NORMALMAP`:``,n.normalMapObjectSpace?`#define USE_NORMALMAP_OBJECTSPACE`:``,n.normalMapTangentSpace?`#define USE_NORMALMAP_TANGENTSPACE`:``,n.displacementMap?`#define USE_DISPLACEMENTMAP`:``,n.emissiveMap?`#define USE_EMISSIVEMAP`:``,n.anisotropy?`#define USE_ANISOTROPY`:``,n.anisotropyMap?`#define USE_ANISOTROPYMAP`:``,n.clearcoatMap?`#define USE_CLEARCOATMAP`:``,n.clearcoatRoughnessMap?`#define USE_CLEARCOAT_ROUGHNESSMAP`:``,n.clearcoatNormalMap?`#define USE_CLEARCOAT_NORMALMAP`:``,n.diffuseRoughnessMap?`#define USE_DIFFUSE_ROUGHNESSMAP`:``,n.iridescenceMap?`#define USE_IRIDESCENCEMAP`:``,n.iridescenceThicknessMap?`#define USE_IRIDESCENCE_THICKNESSMAP`:``,n.specularMap?`#define USE_SPECULARMAP`:``,n.specularColorMap?`#define USE_SPECULAR_COLORMAP`:``,n.specularIntensityMap?`#define USE_SPECULAR_INTENSITYMAP`:``,n.roughnessMap?`#define USE_ROUGHNESSMAP`:``,n.metalnessMap?`#define USE_METALNESSMAP`:``,n.alphaMap?`#define USE_ALPHAMAP`:``,n.alphaHash?`#define USE_ALPHAHASH`:``,n.transmission?`#define USE_TRANSMISSION`:``,n.transmissionMap?`#define USE_TRANSMISSIONMAP`:``,n.thicknessMap?`#define USE_THICKNESSMAP`:``,n.sheenColorMap?`#define USE_SHEEN_COLORMAP`:``,n.sheenRoughnessMap?`#define USE_SHEEN_ROUGHNESSMAP`:``,n.mapUv?`#define MAP_UV `+n.mapUv:``,n.alphaMapUv?`#define ALPHAMAP_UV `+n.alphaMapUv:``,n.lightMapUv?`#define LIGHTMAP_UV `+n.lightMapUv:``,n.aoMapUv?`#define AOMAP_UV `+n.aoMapUv:``,n.emissiveMapUv?`#define EMISSIVEMAP_UV `+n.emissiveMapUv:``,n.bumpMapUv?`#define BUMPMAP_UV `+n.bumpMapUv:``,n.normalMapUv?`#define NORMALMAP_UV `+n.normalMapUv:``,n.displacementMapUv?`#define DISPLACEMENTMAP_UV `+n.displacementMapUv:``,n.metalnessMapUv?`#define METALNESSMAP_UV `+n.metalnessMapUv:``,n.roughnessMapUv?`#define ROUGHNESSMAP_UV `+n.roughnessMapUv:``,n.anisotropyMapUv?`#define ANISOTROPYMAP_UV `+n.anisotropyMapUv:``,n.clearcoatMapUv?`#define CLEARCOATMAP_UV `+n.clearcoatMapUv:``,n.clearcoatNormalMapUv?`#define CLEARCOAT_NORMALMAP_UV `+n.clearcoatNormalMapUv:``,n.clearcoatRoughnessMapUv?`#define CLEARCOAT_ROUGHNESSMAP_UV `+n.clearcoatRoughnessMapUv:``,n.diffuseRoughnessMapUv?`#define DIFFUSE_ROUGHNESSMAP_UV `+n.diffuseRoughnessMapUv:``,n.iridescenceMapUv?`#define IRIDESCENCEMAP_UV `+n.iridescenceMapUv:``,n.iridescenceThicknessMapUv?`#define IRIDESCENCE_THICKNESSMAP_UV `+n.iridescenceThicknessMapUv:``,n.sheenColorMapUv?`#define SHEEN_COLORMAP_UV `+n.sheenColorMapUv:``,n.sheenRoughnessMapUv?`#define SHEEN_ROUGHNESSMAP_UV `+n.sheenRoughnessMapUv:``,n.specularMapUv?`#define SPECULARMAP_UV `+n.specularMapUv:``,n.specularColorMapUv?`#define SPECULAR_COLORMAP_UV `+n.specularColorMapUv:``,n.specularIntensityMapUv?`#define SPECULAR_INTENSITYMAP_UV `+n.specularIntensityMapUv:``,n.transmissionMapUv?`#define TRANSMISSIONMAP_UV `+n.transmissionMapUv:``,n.thicknessMapUv?`#define THICKNESSMAP_UV `+n.thicknessMapUv:``,n.vertexTangents&&n.flatShading===!1?`#define USE_TANGENT`:``,n.vertexNormals?`#define HAS_NORMAL`:``,n.vertexColors?`#define USE_COLOR`:``,n.vertexAlphas?`#define USE_COLOR_ALPHA`:``,n.vertexUv1s?`#define USE_UV1`:``,n.vertexUv2s?`#define USE_UV2`:``,n.vertexUv3s?`#define USE_UV3`:``,n.pointsUvs?`#define USE_POINTS_UV`:``,n.flatShading?`#define FLAT_SHADED`:``,n.skinning?`#define USE_SKINNING`:``,n.morphTargets?`#define USE_MORPHTARGETS`:``,n.morphNormals&&n.flatShading===!1?`#define USE_MORPHNORMALS`:``,n.morphColors?`#define USE_MORPHCOLORS`:``,n.morphTargetsCount>0?`#define MORPHTARGETS_TEXTURE_STRIDE `+n.morphTextureStride:``,n.morphTargetsCount>0?`#define MORPHTARGETS_COUNT `+n.morphTargetsCount:``,n.doubleSided?`#define DOUBLE_SIDED`:``,n.flipSided?`#define FLIP_SIDED`:``,n.shadowMapEnabled?`#define USE_SHADOWMAP`:``,n.shadowMapEnabled?`#define `+c:``,n.sizeAttenuation?`#define USE_SIZEATTENUATION`:``,n.numLightProbes>0?`#define USE_LIGHT_PROBES`:``,n.logarithmicDepthBuffer?`#define USE_LOGARITHMIC_DEPTH_BUFFER`:``,n.reversedDepthBuffer?`#define USE_REVERSED_DEPTH_BUFFER`:``,`uniform mat4 modelMatrix;`,`uniform mat4 modelViewMatrix;`,`uniform mat4 projectionMatrix;`,`uniform mat4 viewMatrix;`,`uniform mat3 normalMatrix;`,`uniform vec3 cameraPosition;`,`uniform bool isOrthographic;`,`#ifdef USE_INSTANCING`,`	attribute mat4 instanceMatrix;`,`#endif`,`#ifdef USE_INSTANCING_COLOR`,`	attribute vec3 instanceColor;`,`#endif`,`#ifdef USE_INSTANCING_MORPH`,`	uniform sampler2D morphTexture;`,`#endif`,`attribute vec3 position;`,`attribute vec3 normal;`,`attribute vec2 uv;`,`#ifdef USE_UV1`,`	attribute vec2 uv1;`,`#endif`,`#ifdef USE_UV2`,`	attribute vec2 uv2;`,`#endif`,`#ifdef USE_UV3`,`	attribute vec2 uv3;`,`#endif`,`#ifdef USE_TANGENT`,`	attribute vec4 tangent;`,`#endif`,`#if defined( USE_COLOR_ALPHA )`,`	attribute vec4 color;`,`#elif defined( USE_COLOR )`,`	attribute vec3 color;`,`#endif`,`#ifdef USE_SKINNING`,`	attribute vec4 skinIndex;`,`	attribute vec4 skinWeight;`,`#endif`,`
`].filter(hi).join(`
`),g=[wi(n),`#define SHADER_TYPE `+n.shaderType,`#define SHADER_NAME `+n.shaderName,p,n.useFog&&n.fog?`#define USE_FOG`:``,n.useFog&&n.fogExp2?`#define FOG_EXP2`:``,n.alphaToCoverage?`#define ALPHA_TO_COVERAGE`:``,n.map?`#define USE_MAP`:``,n.matcap?`#define USE_MATCAP`:``,n.envMap?`#define USE_ENVMAP`:``,n.envMap?`#define `+l:``,n.envMap?`#define `+u:``,n.envMap?`#define `+d:``,n.envMapPMREM?`#define ENVMAP_MAX_LOD `+n.envMapMaxLod+`.0`:``,n.envMapPMREM?`#define ENVMAP_SIZE `+n.envMapSize+`.0`:``,n.lightMap?`#define USE_LIGHTMAP`:``,n.aoMap?`#define USE_AOMAP`:``,n.bumpMap?`#define USE_BUMPMAP`:``,n.normalMap?`#define USE_NORMALMAP`:``,n.normalMapObjectSpace?`#define USE_NORMALMAP_OBJECTSPACE`:``,n.normalMapTangentSpace?`#define USE_NORMALMAP_TANGENTSPACE`:``,n.packedNormalMap?`#define USE_PACKED_NORMALMAP`:``,n.emissiveMap?`#define USE_EMISSIVEMAP`:``,n.anisotropy?`#define USE_ANISOTROPY`:``,n.anisotropyMap?`#define USE_ANISOTROPYMAP`:``,n.clearcoat?`#define USE_CLEARCOAT`:``,n.clearcoatMap?`#define USE_CLEARCOATMAP`:``,n.clearcoatRoughnessMap?`#define USE_CLEARCOAT_ROUGHNESSMAP`:``,n.clearcoatNormalMap?`#define USE_CLEARCOAT_NORMALMAP`:``,n.diffuseRoughness?`#define USE_DIFFUSE_ROUGHNESS`:``,n.diffuseRoughnessMap?`#define USE_DIFFUSE_ROUGHNESSMAP`:``,n.dispersion?`#define USE_DISPERSION`:``,n.retroreflection?`#define USE_RETROREFLECTION`:``,n.iridescence?`#define USE_IRIDESCENCE`:``,n.iridescenceMap?`#define USE_IRIDESCENCEMAP`:``,n.iridescenceThicknessMap?`#define USE_IRIDESCENCE_THICKNESSMAP`:``,n.specularMap?`#define USE_SPECULARMAP`:``,n.specularColorMap?`#define USE_SPECULAR_COLORMAP`:``,n.specularIntensityMap?`#define USE_SPECULAR_INTENSITYMAP`:``,n.roughnessMap?`#define USE_ROUGHNESSMAP`:``,n.metalnessMap?`#define USE_METALNESSMAP`:``,n.alphaMap?`#define USE_ALPHAMAP`:``,n.alphaTest?`#define USE_ALPHATEST`:``,n.alphaHash?`#define USE_ALPHAHASH`:``,n.sheen?`#define USE_SHEEN`:``,n.sheenColorMap?`#define USE_SHEEN_COLORMAP`:``,n.sheenRoughnessMap?`#define USE_SHEEN_ROUGHNESSMAP`:``,n.transmission?`#define USE_TRANSMISSION`:``,n.transmissionMap?`#define USE_TRANSMISSIONMAP`:``,n.thicknessMap?`#define USE_THICKNESSMAP`:``,n.vertexTangents&&n.flatShading===!1?`#define USE_TANGENT`:``,n.vertexColors||n.instancingColor?`#define USE_COLOR`:``,n.vertexAlphas||n.batchingColor?`#define USE_COLOR_ALPHA`:``,n.vertexUv1s?`#define USE_UV1`:``,n.vertexUv2s?`#define USE_UV2`:``,n.vertexUv3s?`#define USE_UV3`:``,n.pointsUvs?`#define USE_POINTS_UV`:``,n.gradientMap?`#define USE_GRADIENTMAP`:``,n.flatShading?`#define FLAT_SHADED`:``,n.doubleSided?`#define DOUBLE_SIDED`:``,n.flipSided?`#define FLIP_SIDED`:``,n.shadowMapEnabled?`#define USE_SHADOWMAP`:``,n.shadowMapEnabled?`#define `+c:``,n.premultipliedAlpha?`#define PREMULTIPLIED_ALPHA`:``,n.numLightProbes>0?`#define USE_LIGHT_PROBES`:``,n.decodeVideoTexture?`#define DECODE_VIDEO_TEXTURE`:``,n.decodeVideoTextureEmissive?`#define DECODE_VIDEO_TEXTURE_EMISSIVE`:``,n.logarithmicDepthBuffer?`#define USE_LOGARITHMIC_DEPTH_BUFFER`:``,n.reversedDepthBuffer?`#define USE_REVERSED_DEPTH_BUFFER`:``,`uniform mat4 viewMatrix;`,`uniform vec3 cameraPosition;`,`uniform bool isOrthographic;`,n.toneMapping===0?``:`#define TONE_MAPPING`,n.toneMapping===0?``:Z.tonemapping_pars_fragment,n.toneMapping===0?``:li(`toneMapping`,n.toneMapping),n.dithering?`#define DITHERING`:``,n.opaque?`#define OPAQUE`:``,Z.colorspace_pars_fragment,si(`linearToOutputTexel`,n.outputColorSpace),di(),n.useDepthPacking?`#define DEPTH_PACKING `+n.depthPacking:``,`
`].filter(hi).join(`
`)),o=yi(o),o=gi(o,n),o=_i(o,n),s=yi(s),s=gi(s,n),s=_i(s,n),o=Si(o),s=Si(s),n.isRawShaderMaterial!==!0&&(_=`#version 300 es
`,h=[f,`#define attribute in`,`#define varying out`,`#define texture2D texture`].join(`
`)+`
`+h,g=[`#define varying in`,n.glslVersion===`300 es`?``:`layout(location = 0) out highp vec4 pc_fragColor;`,n.glslVersion===`300 es`?``:`#define gl_FragColor pc_fragColor`,`#define gl_FragDepthEXT gl_FragDepth`,`#define texture2D texture`,`#define textureCube texture`,`#define texture2DProj textureProj`,`#define texture2DLodEXT textureLod`,`#define texture2DProjLodEXT textureProjLod`,`#define textureCubeLodEXT textureLod`,`#define texture2DGradEXT textureGrad`,`#define texture2DProjGradEXT textureProjGrad`,`#define textureCubeGradEXT textureGrad`].join(`
`)+`
`+g);let v=_+h+o,y=_+g+s,b=ei(i,i.VERTEX_SHADER,v),x=ei(i,i.FRAGMENT_SHADER,y);i.attachShader(m,b),i.attachShader(m,x),n.index0AttributeName===void 0?n.hasPositionAttribute===!0&&i.bindAttribLocation(m,0,`position`):i.bindAttribLocation(m,0,n.index0AttributeName),i.linkProgram(m);function S(t){if(e.debug.checkShaderErrors){let n=i.getProgramInfoLog(m)||``,r=i.getShaderInfoLog(b)||``,a=i.getShaderInfoLog(x)||``,o=n.trim(),s=r.trim(),c=a.trim(),l=!0,u=!0;if(i.getProgramParameter(m,i.LINK_STATUS)===!1){if(l=!1,typeof e.debug.onShaderError==`function`)e.debug.onShaderError(i,m,b,x);else{let e=oi(i,b,`vertex`),n=oi(i,x,`fragment`);nt(`WebGLProgram: Shader Error `+i.getError()+` - VALIDATE_STATUS `+i.getProgramParameter(m,i.VALIDATE_STATUS)+`

Material Name: `+t.name+`
Material Type: `+t.type+`

Program Info Log: `+o+`
`+e+`
`+n)}}else o===``?(s===``||c===``)&&(u=!1):K(`WebGLProgram: Program Info Log:`,o);u&&(t.diagnostics={runnable:l,programLog:o,vertexShader:{log:s,prefix:h},fragmentShader:{log:c,prefix:g}})}i.deleteShader(b),i.deleteShader(x),C=new $r(i,m),w=mi(i,m)}let C;this.getUniforms=function(){return C===void 0&&S(this),C};let w;this.getAttributes=function(){return w===void 0&&S(this),w};let T=n.rendererExtensionParallelShaderCompile===!1;return this.isReady=function(){return T===!1&&(T=i.getProgramParameter(m,ti)),T},this.destroy=function(){r.releaseStatesOfProgram(this),i.deleteProgram(m),this.program=void 0},this.type=n.shaderType,this.name=n.shaderName,this.id=ni++,this.cacheKey=t,this.usedTimes=1,this.program=m,this.vertexShader=b,this.fragmentShader=x,this}var Mi=0,Ni=class{constructor(){this.shaderCache=new Map,this.materialCache=new Map}update(e,t,n){let r=this._getShaderCacheForMaterial(e);return r.has(t)===!1&&(r.add(t),t.usedTimes++),r.has(n)===!1&&(r.add(n),n.usedTimes++),this}remove(e){let t=this.materialCache.get(e);for(let e of t)e.usedTimes--,e.usedTimes===0&&this.shaderCache.delete(e.code);return this.materialCache.delete(e),this}getVertexShaderStage(e){return this._getShaderStage(e.vertexShader)}getFragmentShaderStage(e){return this._getShaderStage(e.fragmentShader)}dispose(){this.shaderCache.clear(),this.materialCache.clear()}_getShaderCacheForMaterial(e){let t=this.materialCache,n=t.get(e);return n===void 0&&(n=new Set,t.set(e,n)),n}_getShaderStage(e){let t=this.shaderCache,n=t.get(e);return n===void 0&&(n=new Pi(e),t.set(e,n)),n}},Pi=class{constructor(e){this.id=Mi++,this.code=e,this.usedTimes=0}};function Fi(e){return e===1030||e===37490||e===36285}function Ii(e,t,n,r,i,a){let o=new ke,s=new Ni,c=new Set,l=[],u=new Map,d=r.logarithmicDepthBuffer,f={MeshDepthMaterial:`depth`,MeshDistanceMaterial:`distance`,MeshNormalMaterial:`normal`,MeshBasicMaterial:`basic`,MeshLambertMaterial:`lambert`,MeshPhongMaterial:`phong`,MeshToonMaterial:`toon`,MeshStandardMaterial:`physical`,MeshPhysicalMaterial:`physical`,MeshMatcapMaterial:`matcap`,LineBasicMaterial:`basic`,LineDashedMaterial:`dashed`,PointsMaterial:`points`,ShadowMaterial:`shadow`,SpriteMaterial:`sprite`};function p(e){return c.add(e),e===0?`uv`:`uv${e}`}function m(i,o,l,u,m,h){let g=u.fog,_=m.geometry,v=i.isMeshStandardMaterial||i.isMeshLambertMaterial||i.isMeshPhongMaterial?u.environment:null,y=i.isMeshStandardMaterial||i.isMeshLambertMaterial&&!i.envMap||i.isMeshPhongMaterial&&!i.envMap,b=t.get(i.envMap||v,y),x=f[i.type],S=r.precision;i.precision!==null&&(S=r.getMaxPrecision(i.precision),S!==i.precision&&K(`WebGLProgram.getParameters:`,i.precision,`not supported, using`,S,`instead.`));let C=_.morphAttributes.position||_.morphAttributes.normal||_.morphAttributes.color,w=C===void 0?0:C.length,T=0;_.morphAttributes.position!==void 0&&(T=1),_.morphAttributes.normal!==void 0&&(T=2),_.morphAttributes.color!==void 0&&(T=3);let E,D,O,k;if(x){let e=un[x];E=e.vertexShader,D=e.fragmentShader}else{E=i.vertexShader,D=i.fragmentShader;let e=s.getVertexShaderStage(i),t=s.getFragmentShaderStage(i);s.update(i,e,t),O=e.id,k=t.id}let A=e.getRenderTarget(),j=e.state.buffers.depth.getReversed(),M=m.isInstancedMesh===!0,N=m.isBatchedMesh===!0,P=!!i.map,ee=!!i.matcap,F=!!b,te=F&&b.isPMREMTexture===!0,ne=!!i.aoMap,re=!!i.lightMap,ie=!!i.bumpMap&&i.wireframe===!1,I=!!i.normalMap,ae=!!i.displacementMap,R=!!i.emissiveMap,oe=!!i.metalnessMap,se=!!i.roughnessMap,ce=i.anisotropy>0,le=i.clearcoat>0,ue=i.diffuseRoughness>0,de=i.dispersion>0,fe=i.retroreflectivity>0,pe=i.iridescence>0,z=i.sheen>0,me=i.transmission>0,he=ce&&!!i.anisotropyMap,ge=le&&!!i.clearcoatMap,_e=le&&!!i.clearcoatNormalMap,ve=le&&!!i.clearcoatRoughnessMap,ye=ue&&!!i.diffuseRoughnessMap,be=pe&&!!i.iridescenceMap,xe=pe&&!!i.iridescenceThicknessMap,Se=z&&!!i.sheenColorMap,Ce=z&&!!i.sheenRoughnessMap,we=!!i.specularMap,Te=!!i.specularColorMap,Ee=!!i.specularIntensityMap,De=me&&!!i.transmissionMap,B=me&&!!i.thicknessMap,Oe=!!i.gradientMap,ke=!!i.alphaMap,Ae=i.alphaTest>0,je=!!i.alphaHash,Me=!!i.extensions,Ne=0;i.toneMapped&&(A===null||A.isXRRenderTarget===!0)&&(Ne=e.toneMapping);let Pe=te?b.isCompressedCubeTexture?b.image[0].mipmaps:b.mipmaps:null,V={shaderID:x,shaderType:i.type,shaderName:i.name,vertexShader:E,fragmentShader:D,defines:i.defines,customVertexShaderID:O,customFragmentShaderID:k,isRawShaderMaterial:i.isRawShaderMaterial===!0,glslVersion:i.glslVersion,precision:S,batching:N,batchingColor:N&&m._colorsTexture!==null,instancing:M,instancingColor:M&&m.instanceColor!==null,instancingMorph:M&&m.morphTexture!==null,outputColorSpace:A===null?e.outputColorSpace:A.isXRRenderTarget===!0?A.texture.colorSpace:L.workingColorSpace,alphaToCoverage:!!i.alphaToCoverage,map:P,matcap:ee,envMap:F,envMapMode:F&&b.mapping,envMapPMREM:te,envMapMaxLod:te?Pe.length-1:null,envMapSize:te?Pe[0].width:null,aoMap:ne,lightMap:re,bumpMap:ie,normalMap:I,displacementMap:ae,emissiveMap:R,normalMapObjectSpace:I&&i.normalMapType===1,normalMapTangentSpace:I&&i.normalMapType===0,packedNormalMap:I&&i.normalMapType===0&&Fi(i.normalMap.format),metalnessMap:oe,roughnessMap:se,anisotropy:ce,anisotropyMap:he,clearcoat:le,clearcoatMap:ge,clearcoatNormalMap:_e,clearcoatRoughnessMap:ve,diffuseRoughness:ue,diffuseRoughnessMap:ye,dispersion:de,retroreflection:fe,iridescence:pe,iridescenceMap:be,iridescenceThicknessMap:xe,sheen:z,sheenColorMap:Se,sheenRoughnessMap:Ce,specularMap:we,specularColorMap:Te,specularIntensityMap:Ee,transmission:me,transmissionMap:De,thicknessMap:B,gradientMap:Oe,opaque:i.transparent===!1&&i.blending===1&&i.alphaToCoverage===!1,alphaMap:ke,alphaTest:Ae,alphaHash:je,combine:i.combine,mapUv:P&&p(i.map.channel),aoMapUv:ne&&p(i.aoMap.channel),lightMapUv:re&&p(i.lightMap.channel),bumpMapUv:ie&&p(i.bumpMap.channel),normalMapUv:I&&p(i.normalMap.channel),displacementMapUv:ae&&p(i.displacementMap.channel),emissiveMapUv:R&&p(i.emissiveMap.channel),metalnessMapUv:oe&&p(i.metalnessMap.channel),roughnessMapUv:se&&p(i.roughnessMap.channel),anisotropyMapUv:he&&p(i.anisotropyMap.channel),clearcoatMapUv:ge&&p(i.clearcoatMap.channel),clearcoatNormalMapUv:_e&&p(i.clearcoatNormalMap.channel),clearcoatRoughnessMapUv:ve&&p(i.clearcoatRoughnessMap.channel),diffuseRoughnessMapUv:ye&&p(i.diffuseRoughnessMap.channel),iridescenceMapUv:be&&p(i.iridescenceMap.channel),iridescenceThicknessMapUv:xe&&p(i.iridescenceThicknessMap.channel),sheenColorMapUv:Se&&p(i.sheenColorMap.channel),sheenRoughnessMapUv:Ce&&p(i.sheenRoughnessMap.channel),specularMapUv:we&&p(i.specularMap.channel),specularColorMapUv:Te&&p(i.specularColorMap.channel),specularIntensityMapUv:Ee&&p(i.specularIntensityMap.channel),transmissionMapUv:De&&p(i.transmissionMap.channel),thicknessMapUv:B&&p(i.thicknessMap.channel),alphaMapUv:ke&&p(i.alphaMap.channel),vertexTangents:!!_.attributes.tangent&&(I||ce),vertexNormals:!!_.attributes.normal,vertexColors:i.vertexColors,vertexAlphas:i.vertexColors===!0&&!!_.attributes.color&&_.attributes.color.itemSize===4,pointsUvs:m.isPoints===!0&&!!_.attributes.uv&&(P||ke),fog:!!g,useFog:i.fog===!0,fogExp2:!!g&&g.isFogExp2,flatShading:i.wireframe===!1&&(i.flatShading===!0||_.attributes.normal===void 0&&I===!1&&(i.isMeshLambertMaterial||i.isMeshPhongMaterial||i.isMeshStandardMaterial||i.isMeshPhysicalMaterial)),sizeAttenuation:i.sizeAttenuation===!0,logarithmicDepthBuffer:d,reversedDepthBuffer:j,skinning:m.isSkinnedMesh===!0,hasPositionAttribute:_.attributes.position!==void 0,morphTargets:_.morphAttributes.position!==void 0,morphNormals:_.morphAttributes.normal!==void 0,morphColors:_.morphAttributes.color!==void 0,morphTargetsCount:w,morphTextureStride:T,numSunLights:o.sun.length,numDirLights:o.directional.length,numPointLights:o.point.length,numSpotLights:o.spot.length,numSpotLightMaps:o.spotLightMap.length,numRectAreaLights:o.rectArea.length,numHemiLights:o.hemi.length,numSunLightShadows:o.sunShadowMap.length,numDirLightShadows:o.directionalShadowMap.length,numPointLightShadows:o.pointShadowMap.length,numSpotLightShadows:o.spotShadowMap.length,numSpotLightShadowsWithMaps:o.numSpotLightShadowsWithMaps,numLightProbes:o.numLightProbes,numLightProbeGrids:h.filter(e=>e.texture!==null).length,numClippingPlanes:a.numPlanes,numClipIntersection:a.numIntersection,dithering:i.dithering,shadowMapEnabled:e.shadowMap.enabled&&l.length>0,shadowMapType:e.shadowMap.type,toneMapping:Ne,decodeVideoTexture:P&&i.map.isVideoTexture===!0&&L.getTransfer(i.map.colorSpace)===`srgb`,decodeVideoTextureEmissive:R&&i.emissiveMap.isVideoTexture===!0&&L.getTransfer(i.emissiveMap.colorSpace)===`srgb`,premultipliedAlpha:i.premultipliedAlpha,doubleSided:i.side===2,flipSided:i.side===1,useDepthPacking:i.depthPacking>=0,depthPacking:i.depthPacking||0,index0AttributeName:i.index0AttributeName,extensionClipCullDistance:Me&&i.extensions.clipCullDistance===!0&&n.has(`WEBGL_clip_cull_distance`),extensionMultiDraw:(Me&&i.extensions.multiDraw===!0||N)&&n.has(`WEBGL_multi_draw`),rendererExtensionParallelShaderCompile:n.has(`KHR_parallel_shader_compile`),customProgramCacheKey:i.customProgramCacheKey()};return V.vertexUv1s=c.has(1),V.vertexUv2s=c.has(2),V.vertexUv3s=c.has(3),c.clear(),V}function h(t){let n=[];if(t.shaderID?n.push(t.shaderID):(n.push(t.customVertexShaderID),n.push(t.customFragmentShaderID)),t.defines!==void 0)for(let e in t.defines)n.push(e),n.push(t.defines[e]);return t.isRawShaderMaterial===!1&&(g(n,t),_(n,t),n.push(e.outputColorSpace)),n.push(t.customProgramCacheKey),n.join()}function g(e,t){e.push(t.precision),e.push(t.outputColorSpace),e.push(t.envMapMode),e.push(t.envMapPMREM),e.push(t.envMapMaxLod),e.push(t.envMapSize),e.push(t.mapUv),e.push(t.alphaMapUv),e.push(t.lightMapUv),e.push(t.aoMapUv),e.push(t.bumpMapUv),e.push(t.normalMapUv),e.push(t.displacementMapUv),e.push(t.emissiveMapUv),e.push(t.metalnessMapUv),e.push(t.roughnessMapUv),e.push(t.anisotropyMapUv),e.push(t.clearcoatMapUv),e.push(t.clearcoatNormalMapUv),e.push(t.clearcoatRoughnessMapUv),e.push(t.diffuseRoughnessMapUv),e.push(t.iridescenceMapUv),e.push(t.iridescenceThicknessMapUv),e.push(t.sheenColorMapUv),e.push(t.sheenRoughnessMapUv),e.push(t.specularMapUv),e.push(t.specularColorMapUv),e.push(t.specularIntensityMapUv),e.push(t.transmissionMapUv),e.push(t.thicknessMapUv),e.push(t.combine),e.push(t.fogExp2),e.push(t.sizeAttenuation),e.push(t.morphTargetsCount),e.push(t.numSunLights),e.push(t.numDirLights),e.push(t.numPointLights),e.push(t.numSpotLights),e.push(t.numSpotLightMaps),e.push(t.numHemiLights),e.push(t.numRectAreaLights),e.push(t.numSunLightShadows),e.push(t.numDirLightShadows),e.push(t.numPointLightShadows),e.push(t.numSpotLightShadows),e.push(t.numSpotLightShadowsWithMaps),e.push(t.numLightProbes),e.push(t.numLightProbeGrids),e.push(t.shadowMapType),e.push(t.toneMapping),e.push(t.numClippingPlanes),e.push(t.numClipIntersection),e.push(t.depthPacking)}function _(e,t){o.disableAll(),t.instancing&&o.enable(0),t.instancingColor&&o.enable(1),t.instancingMorph&&o.enable(2),t.matcap&&o.enable(3),t.envMap&&o.enable(4),t.normalMapObjectSpace&&o.enable(5),t.normalMapTangentSpace&&o.enable(6),t.clearcoat&&o.enable(7),t.iridescence&&o.enable(8),t.alphaTest&&o.enable(9),t.vertexColors&&o.enable(10),t.vertexAlphas&&o.enable(11),t.vertexUv1s&&o.enable(12),t.vertexUv2s&&o.enable(13),t.vertexUv3s&&o.enable(14),t.vertexTangents&&o.enable(15),t.anisotropy&&o.enable(16),t.alphaHash&&o.enable(17),t.batching&&o.enable(18),t.dispersion&&o.enable(19),t.retroreflection&&o.enable(24),t.diffuseRoughness&&o.enable(25),t.batchingColor&&o.enable(20),t.gradientMap&&o.enable(21),t.packedNormalMap&&o.enable(22),t.vertexNormals&&o.enable(23),e.push(o.mask),o.disableAll(),t.fog&&o.enable(0),t.useFog&&o.enable(1),t.flatShading&&o.enable(2),t.logarithmicDepthBuffer&&o.enable(3),t.reversedDepthBuffer&&o.enable(4),t.skinning&&o.enable(5),t.morphTargets&&o.enable(6),t.morphNormals&&o.enable(7),t.morphColors&&o.enable(8),t.premultipliedAlpha&&o.enable(9),t.shadowMapEnabled&&o.enable(10),t.doubleSided&&o.enable(11),t.flipSided&&o.enable(12),t.useDepthPacking&&o.enable(13),t.dithering&&o.enable(14),t.transmission&&o.enable(15),t.sheen&&o.enable(16),t.opaque&&o.enable(17),t.pointsUvs&&o.enable(18),t.decodeVideoTexture&&o.enable(19),t.decodeVideoTextureEmissive&&o.enable(20),t.alphaToCoverage&&o.enable(21),t.numLightProbeGrids>0&&o.enable(22),t.hasPositionAttribute&&o.enable(23),e.push(o.mask)}function v(e){let t=f[e.type],n;if(t){let e=un[t];n=xt.clone(e.uniforms)}else n=e.uniforms;return n}function y(t,n){let r=u.get(n);return r===void 0?(r=new ji(e,n,t,i),l.push(r),u.set(n,r)):++r.usedTimes,r}function b(e){if(--e.usedTimes===0){let t=l.indexOf(e);l[t]=l[l.length-1],l.pop(),u.delete(e.cacheKey),e.destroy()}}function x(e){s.remove(e)}function S(){s.dispose()}return{getParameters:m,getProgramCacheKey:h,getUniforms:v,acquireProgram:y,releaseProgram:b,releaseShaderCache:x,programs:l,dispose:S}}function Li(){let e=new WeakMap;function t(t){return e.has(t)}function n(t){let n=e.get(t);return n===void 0&&(n={},e.set(t,n)),n}function r(t){e.delete(t)}function i(t,n,r){e.get(t)[n]=r}function a(){e=new WeakMap}return{has:t,get:n,remove:r,update:i,dispose:a}}function Ri(e,t){return e.groupOrder===t.groupOrder?e.renderOrder===t.renderOrder?e.material.id===t.material.id?e.materialVariant===t.materialVariant?e.z===t.z?e.id-t.id:e.z-t.z:e.materialVariant-t.materialVariant:e.material.id-t.material.id:e.renderOrder-t.renderOrder:e.groupOrder-t.groupOrder}function zi(e,t){return e.groupOrder===t.groupOrder?e.renderOrder===t.renderOrder?e.z===t.z?e.id-t.id:t.z-e.z:e.renderOrder-t.renderOrder:e.groupOrder-t.groupOrder}function Bi(){let e=[],t=0,n=[],r=[],i=[];function a(){t=0,n.length=0,r.length=0,i.length=0}function o(e){let t=0;return e.isInstancedMesh&&(t+=2),e.isSkinnedMesh&&(t+=1),t}function s(n,r,i,a,s,c){let l=e[t];return l===void 0?(l={id:n.id,object:n,geometry:r,material:i,materialVariant:o(n),groupOrder:a,renderOrder:n.renderOrder,z:s,group:c},e[t]=l):(l.id=n.id,l.object=n,l.geometry=r,l.material=i,l.materialVariant=o(n),l.groupOrder=a,l.renderOrder=n.renderOrder,l.z=s,l.group=c),t++,l}function c(e,t,a,o,c,l,u){u.reversedDepth===!0&&(c=-c);let d=s(e,t,a,o,c,l);a.transmission>0?r.push(d):a.transparent===!0?i.push(d):n.push(d)}function l(e,t,a,o,c,l){let u=s(e,t,a,o,c,l);a.transmission>0?r.unshift(u):a.transparent===!0?i.unshift(u):n.unshift(u)}function u(e,t){n.length>1&&n.sort(e||Ri),r.length>1&&r.sort(t||zi),i.length>1&&i.sort(t||zi)}function d(){for(let n=t,r=e.length;n<r;n++){let t=e[n];if(t.id===null)break;t.id=null,t.object=null,t.geometry=null,t.material=null,t.group=null}}return{opaque:n,transmissive:r,transparent:i,init:a,push:c,unshift:l,finish:d,sort:u}}function Vi(){let e=new WeakMap;function t(t,n){let r=e.get(t),i;return r===void 0?(i=new Bi,e.set(t,[i])):n>=r.length?(i=new Bi,r.push(i)):i=r[n],i}function n(){e=new WeakMap}return{get:t,dispose:n}}function Hi(){let e={};return{get:function(t){if(e[t.id]!==void 0)return e[t.id];let n;switch(t.type){case`SunLight`:case`DirectionalLight`:n={direction:new z,color:new q};break;case`SpotLight`:n={position:new z,direction:new z,color:new q,distance:0,coneCos:0,penumbraCos:0,decay:0};break;case`PointLight`:n={position:new z,color:new q,distance:0,decay:0};break;case`HemisphereLight`:n={direction:new z,skyColor:new q,groundColor:new q};break;case`RectAreaLight`:n={color:new q,position:new z,halfWidth:new z,halfHeight:new z}}return e[t.id]=n,n}}}function Ui(){let e={};return{get:function(t){if(e[t.id]!==void 0)return e[t.id];let n;switch(t.type){case`SunLight`:case`DirectionalLight`:n={shadowIntensity:1,shadowBias:0,shadowNormalBias:0,shadowRadius:1,shadowMapSize:new C};break;case`SpotLight`:n={shadowIntensity:1,shadowBias:0,shadowNormalBias:0,shadowRadius:1,shadowMapSize:new C};break;case`PointLight`:n={shadowIntensity:1,shadowBias:0,shadowNormalBias:0,shadowRadius:1,shadowMapSize:new C,shadowCameraNear:1,shadowCameraFar:1e3}}return e[t.id]=n,n}}}var Wi=0;function Gi(e,t){return(t.castShadow?2:0)-(e.castShadow?2:0)+ +!!t.map-!!e.map}function Ki(e){let t=new Hi,n=Ui(),r={version:0,hash:{sunLength:-1,directionalLength:-1,pointLength:-1,spotLength:-1,rectAreaLength:-1,hemiLength:-1,numSunShadows:-1,numDirectionalShadows:-1,numPointShadows:-1,numSpotShadows:-1,numSpotMaps:-1,numLightProbes:-1},ambient:[0,0,0],probe:[],sun:[],sunShadow:[],sunShadowMap:[],sunShadowMatrix:[],sunShadowCascade:[],directional:[],directionalShadow:[],directionalShadowMap:[],directionalShadowMatrix:[],spot:[],spotLightMap:[],spotShadow:[],spotShadowMap:[],spotLightMatrix:[],rectArea:[],rectAreaLTC1:null,rectAreaLTC2:null,point:[],pointShadow:[],pointShadowMap:[],pointShadowMatrix:[],hemi:[],numSpotLightShadowsWithMaps:0,numLightProbes:0};for(let e=0;e<9;e++)r.probe.push(new z);let i=new z,a=new Me,o=new Me;function s(i){let a=0,o=0,s=0;for(let e=0;e<9;e++)r.probe[e].set(0,0,0);let c=0,l=0,u=0,d=0,f=0,p=0,m=0,h=0,g=0,_=0,v=0,y=0,b=0,x=0;i.sort(Gi);for(let e=0,S=i.length;e<S;e++){let S=i[e],C=S.color,w=S.intensity,T=S.distance,E=null;if(S.shadow&&S.shadow.map&&(E=S.shadow.map.texture.format===1030?S.shadow.map.texture:S.shadow.map.depthTexture||S.shadow.map.texture),S.isAmbientLight)a+=C.r*w,o+=C.g*w,s+=C.b*w;else if(S.isLightProbe){for(let e=0;e<9;e++)r.probe[e].addScaledVector(S.sh.coefficients[e],w);x++}else if(S.isSunLight){let e=t.get(S);if(e.color.copy(S.color).multiplyScalar(S.intensity),S.castShadow){let e=S.shadow,t=n.get(S);t.shadowIntensity=e.intensity,t.shadowBias=e.bias,t.shadowNormalBias=e.normalBias,t.shadowRadius=e.radius,t.shadowMapSize.copy(e.mapSize).multiply(e.getFrameExtents()),r.sunShadow[l]=t,r.sunShadowMap[l]=E;let i=e.getViewportCount();for(let t=0;t<i;t++)r.sunShadowMatrix[u+t]=e.getMatrix(t),r.sunShadowCascade[u+t]=e._cascadeData[t];u+=i,l++}r.sun[c]=e,c++}else if(S.isDirectionalLight){let e=t.get(S);if(e.color.copy(S.color).multiplyScalar(S.intensity),S.castShadow){let e=S.shadow,t=n.get(S);t.shadowIntensity=e.intensity,t.shadowBias=e.bias,t.shadowNormalBias=e.normalBias,t.shadowRadius=e.radius,t.shadowMapSize=e.mapSize,r.directionalShadow[d]=t,r.directionalShadowMap[d]=E,r.directionalShadowMatrix[d]=S.shadow.matrix,g++}r.directional[d]=e,d++}else if(S.isSpotLight){let e=t.get(S);e.position.setFromMatrixPosition(S.matrixWorld),e.color.copy(C).multiplyScalar(w),e.distance=T,e.coneCos=Math.cos(S.angle),e.penumbraCos=Math.cos(S.angle*(1-S.penumbra)),e.decay=S.decay,r.spot[p]=e;let i=S.shadow;if(S.map&&(r.spotLightMap[y]=S.map,y++,i.updateMatrices(S),S.castShadow&&b++),r.spotLightMatrix[p]=i.matrix,S.castShadow){let e=n.get(S);e.shadowIntensity=i.intensity,e.shadowBias=i.bias,e.shadowNormalBias=i.normalBias,e.shadowRadius=i.radius,e.shadowMapSize=i.mapSize,r.spotShadow[p]=e,r.spotShadowMap[p]=E,v++}p++}else if(S.isRectAreaLight){let e=t.get(S);e.color.copy(C).multiplyScalar(w),e.halfWidth.set(S.width*.5,0,0),e.halfHeight.set(0,S.height*.5,0),r.rectArea[m]=e,m++}else if(S.isPointLight){let e=t.get(S);if(e.color.copy(S.color).multiplyScalar(S.intensity),e.distance=S.distance,e.decay=S.decay,S.castShadow){let e=S.shadow,t=n.get(S);t.shadowIntensity=e.intensity,t.shadowBias=e.bias,t.shadowNormalBias=e.normalBias,t.shadowRadius=e.radius,t.shadowMapSize=e.mapSize,t.shadowCameraNear=e.camera.near,t.shadowCameraFar=e.camera.far,r.pointShadow[f]=t,r.pointShadowMap[f]=E,r.pointShadowMatrix[f]=S.shadow.matrix,_++}r.point[f]=e,f++}else if(S.isHemisphereLight){let e=t.get(S);e.skyColor.copy(S.color).multiplyScalar(w),e.groundColor.copy(S.groundColor).multiplyScalar(w),r.hemi[h]=e,h++}}m>0&&(e.has(`OES_texture_float_linear`)===!0?(r.rectAreaLTC1=Q.LTC_FLOAT_1,r.rectAreaLTC2=Q.LTC_FLOAT_2):(r.rectAreaLTC1=Q.LTC_HALF_1,r.rectAreaLTC2=Q.LTC_HALF_2)),r.ambient[0]=a,r.ambient[1]=o,r.ambient[2]=s;let S=r.hash;(S.sunLength!==c||S.directionalLength!==d||S.pointLength!==f||S.spotLength!==p||S.rectAreaLength!==m||S.hemiLength!==h||S.numSunShadows!==l||S.numDirectionalShadows!==g||S.numPointShadows!==_||S.numSpotShadows!==v||S.numSpotMaps!==y||S.numLightProbes!==x)&&(r.sun.length=c,r.directional.length=d,r.spot.length=p,r.rectArea.length=m,r.point.length=f,r.hemi.length=h,r.sunShadow.length=l,r.sunShadowMap.length=l,r.sunShadowMatrix.length=u,r.sunShadowCascade.length=u,r.directionalShadow.length=g,r.directionalShadowMap.length=g,r.directionalShadowMatrix.length=g,r.pointShadow.length=_,r.pointShadowMap.length=_,r.pointShadowMatrix.length=_,r.spotShadow.length=v,r.spotShadowMap.length=v,r.spotLightMatrix.length=v+y-b,r.spotLightMap.length=y,r.numSpotLightShadowsWithMaps=b,r.numLightProbes=x,S.sunLength=c,S.directionalLength=d,S.pointLength=f,S.spotLength=p,S.rectAreaLength=m,S.hemiLength=h,S.numSunShadows=l,S.numDirectionalShadows=g,S.numPointShadows=_,S.numSpotShadows=v,S.numSpotMaps=y,S.numLightProbes=x,r.version=Wi++)}function c(e,t){let n=0,s=0,c=0,l=0,u=0,d=0,f=t.matrixWorldInverse;for(let t=0,p=e.length;t<p;t++){let p=e[t];if(p.isSunLight){let e=r.sun[n];e.direction.setFromMatrixPosition(p.matrixWorld),e.direction.transformDirection(f),n++}else if(p.isDirectionalLight){let e=r.directional[s];e.direction.setFromMatrixPosition(p.matrixWorld),i.setFromMatrixPosition(p.target.matrixWorld),e.direction.sub(i),e.direction.transformDirection(f),s++}else if(p.isSpotLight){let e=r.spot[l];e.position.setFromMatrixPosition(p.matrixWorld),e.position.applyMatrix4(f),e.direction.setFromMatrixPosition(p.matrixWorld),i.setFromMatrixPosition(p.target.matrixWorld),e.direction.sub(i),e.direction.transformDirection(f),l++}else if(p.isRectAreaLight){let e=r.rectArea[u];e.position.setFromMatrixPosition(p.matrixWorld),e.position.applyMatrix4(f),o.identity(),a.copy(p.matrixWorld),a.premultiply(f),o.extractRotation(a),e.halfWidth.set(p.width*.5,0,0),e.halfHeight.set(0,p.height*.5,0),e.halfWidth.applyMatrix4(o),e.halfHeight.applyMatrix4(o),u++}else if(p.isPointLight){let e=r.point[c];e.position.setFromMatrixPosition(p.matrixWorld),e.position.applyMatrix4(f),c++}else if(p.isHemisphereLight){let e=r.hemi[d];e.direction.setFromMatrixPosition(p.matrixWorld),e.direction.transformDirection(f),d++}}}return{setup:s,setupView:c,state:r}}function qi(e){let t=new Ki(e),n=[],r=[],i=[];function a(e){u.camera=e,n.length=0,r.length=0,i.length=0}function o(e){e.isLightProbeGrid?i.push(e):n.push(e)}function s(e){r.push(e)}function c(){t.setup(n),i.sort((e,t)=>e.priority-t.priority||e.id-t.id)}function l(e){t.setupView(n,e)}let u={lightsArray:n,shadowsArray:r,lightProbeGridArray:i,camera:null,lights:t,transmissionRenderTarget:{},textureUnits:0};return{init:a,state:u,setupLights:c,setupLightsView:l,pushLight:o,pushShadow:s}}function Ji(e){let t=new WeakMap;function n(n,r=0){let i=t.get(n),a;return i===void 0?(a=new qi(e),t.set(n,[a])):r>=i.length?(a=new qi(e),i.push(a)):a=i[r],a}function r(){t=new WeakMap}return{get:n,dispose:r}}var Yi=`void main() {
	gl_Position = vec4( position, 1.0 );
}`,Xi=`uniform sampler2D shadow_pass;
uniform vec2 resolution;
uniform float radius;
void main() {
	const float samples = float( VSM_SAMPLES );
	float mean = 0.0;
	float squared_mean = 0.0;
	float uvStride = samples <= 1.0 ? 0.0 : 2.0 / ( samples - 1.0 );
	float uvStart = samples <= 1.0 ? 0.0 : - 1.0;
	for ( float i = 0.0; i < samples; i ++ ) {
		float uvOffset = uvStart + i * uvStride;
		#ifdef HORIZONTAL_PASS
			vec2 distribution = texture2D( shadow_pass, ( gl_FragCoord.xy + vec2( uvOffset, 0.0 ) * radius ) / resolution ).rg;
			mean += distribution.x;
			squared_mean += distribution.y * distribution.y + distribution.x * distribution.x;
		#else
			float depth = texture2D( shadow_pass, ( gl_FragCoord.xy + vec2( 0.0, uvOffset ) * radius ) / resolution ).r;
			mean += depth;
			squared_mean += depth * depth;
		#endif
	}
	mean = mean / samples;
	squared_mean = squared_mean / samples;
	float std_dev = sqrt( max( 0.0, squared_mean - mean * mean ) );
	gl_FragColor = vec4( mean, std_dev, 0.0, 1.0 );
}`,Zi=[new z(1,0,0),new z(-1,0,0),new z(0,1,0),new z(0,-1,0),new z(0,0,1),new z(0,0,-1)],Qi=[new z(0,-1,0),new z(0,-1,0),new z(0,0,1),new z(0,0,-1),new z(0,-1,0),new z(0,-1,0)],$i=new Me,ea=new z,ta=new z;function na(e,t,n){let r=new h,i=new C,a=new C,o=new fe,s=new Ie,c=new Pe,l={},u=n.maxTextureSize,d={0:1,1:0,2:2},f=new N({defines:{VSM_SAMPLES:8},uniforms:{shadow_pass:{value:null},resolution:{value:new C},radius:{value:4}},vertexShader:Yi,fragmentShader:Xi}),p=f.clone();p.defines.HORIZONTAL_PASS=1;let m=new _t;m.setAttribute(`position`,new dt(new Float32Array([-1,-1,.5,3,-1,.5,-1,3,.5]),3));let g=new G(m,f),_=this;this.enabled=!1,this.autoUpdate=!0,this.needsUpdate=!1,this.type=1;let v=this.type;this.render=function(t,n,s){if(_.enabled===!1||_.autoUpdate===!1&&_.needsUpdate===!1||t.length===0)return;this.type===2&&(K(`WebGLShadowMap: PCFSoftShadowMap has been removed. Using PCFShadowMap instead.`),this.type=1);let c=e.getRenderTarget(),l=e.getActiveCubeFace(),d=e.getActiveMipmapLevel(),f=e.state;f.setBlending(0),f.buffers.depth.getReversed()===!0?f.buffers.color.setClear(0,0,0,0):f.buffers.color.setClear(1,1,1,1),f.buffers.depth.setTest(!0),f.setScissorTest(!1);let p=v!==this.type;p&&n.traverse(function(e){e.material&&(Array.isArray(e.material)?e.material.forEach(e=>e.needsUpdate=!0):e.material.needsUpdate=!0)});for(let c=0,l=t.length;c<l;c++){let l=t[c],d=l.shadow;if(d===void 0){K(`WebGLShadowMap:`,l,`has no shadow.`);continue}if(d.autoUpdate===!1&&d.needsUpdate===!1)continue;i.copy(d.mapSize);let m=d.getFrameExtents();i.multiply(m),a.copy(d.mapSize),(i.x>u||i.y>u)&&(i.x>u&&(a.x=Math.floor(u/m.x),i.x=a.x*m.x,d.mapSize.x=a.x),i.y>u&&(a.y=Math.floor(u/m.y),i.y=a.y*m.y,d.mapSize.y=a.y));let h=e.state.buffers.depth.getReversed();if(d.camera._reversedDepth=h,d.map===null||p===!0){if(d.map!==null&&(d.map.depthTexture!==null&&(d.map.depthTexture.dispose(),d.map.depthTexture=null),d.map.dispose()),this.type===3){if(l.isPointLight){K(`WebGLShadowMap: VSM shadow maps are not supported for PointLights. Use PCF or BasicShadowMap instead.`);continue}d.map=new ne(i.x,i.y,{format:je,type:pe,minFilter:Re,magFilter:Re,generateMipmaps:!1}),d.map.texture.name=l.name+`.shadowMap`,d.map.depthTexture=new y(i.x,i.y,se),d.map.depthTexture.name=l.name+`.shadowMapDepth`,d.map.depthTexture.format=ee,d.map.depthTexture.compareFunction=null,d.map.depthTexture.minFilter=Se,d.map.depthTexture.magFilter=Se}else l.isPointLight?(d.map=new yn(i.x),d.map.depthTexture=new M(i.x,ue)):(d.map=new ne(i.x,i.y),d.map.depthTexture=new y(i.x,i.y,ue)),d.map.depthTexture.name=l.name+`.shadowMap`,d.map.depthTexture.format=ee,this.type===1?(d.map.depthTexture.compareFunction=h?518:515,d.map.depthTexture.minFilter=Re,d.map.depthTexture.magFilter=Re):(d.map.depthTexture.compareFunction=null,d.map.depthTexture.minFilter=Se,d.map.depthTexture.magFilter=Se);d.camera.updateProjectionMatrix()}d.map.isWebGLCubeRenderTarget!==!0&&(d.map.width!==i.x||d.map.height!==i.y)&&d.map.setSize(i.x,i.y);let g=d.map.isWebGLCubeRenderTarget?6:d.getViewportCount();l.isPointLight!==!0&&d.updateMatrices(l,s);let _=d.camera.layers.mask&4294967294?d.camera.layers:s.layers;for(let t=0;t<g;t++){let i=d.getCamera(t);if(l.isPointLight){let e=d.camera,n=d.matrix,r=l.distance||e.far;r!==e.far&&(e.far=r,e.updateProjectionMatrix()),ea.setFromMatrixPosition(l.matrixWorld),e.position.copy(ea),ta.copy(e.position),ta.add(Zi[t]),e.up.copy(Qi[t]),e.lookAt(ta),e.updateMatrixWorld(),n.makeTranslation(-ea.x,-ea.y,-ea.z),$i.multiplyMatrices(e.projectionMatrix,e.matrixWorldInverse),d._frustum.setFromProjectionMatrix($i,e.coordinateSystem,e.reversedDepth)}if(d.map.isWebGLCubeRenderTarget)e.setRenderTarget(d.map,t),e.clear();else{t===0&&(e.setRenderTarget(d.map),e.clear());let n=d.getViewport(t);o.set(a.x*n.x,a.y*n.y,a.x*n.z,a.y*n.w),f.viewport(o)}r=d.getFrustum(t),S(n,s,i,l,_,this.type)}d.isPointLightShadow!==!0&&this.type===3&&b(d,s),d.needsUpdate=!1}v=this.type,_.needsUpdate=!1,e.setRenderTarget(c,l,d)};function b(n,r){let a=t.update(g);f.defines.VSM_SAMPLES!==n.blurSamples&&(f.defines.VSM_SAMPLES=n.blurSamples,p.defines.VSM_SAMPLES=n.blurSamples,f.needsUpdate=!0,p.needsUpdate=!0),n.mapPass===null?n.mapPass=new ne(i.x,i.y,{format:je,type:pe}):(n.mapPass.width!==n.map.width||n.mapPass.height!==n.map.height)&&n.mapPass.setSize(n.map.width,n.map.height),f.uniforms.shadow_pass.value=n.map.depthTexture,f.uniforms.resolution.value.set(n.map.width,n.map.height),f.uniforms.radius.value=n.radius,e.setRenderTarget(n.mapPass),e.clear(),e.renderBufferDirect(r,null,a,f,g,null),p.uniforms.shadow_pass.value=n.mapPass.texture,p.uniforms.resolution.value.set(n.map.width,n.map.height),p.uniforms.radius.value=n.radius,e.setRenderTarget(n.map),e.clear(),e.renderBufferDirect(r,null,a,p,g,null)}function x(t,n,r,i){let a=null,o=r.isPointLight===!0?t.customDistanceMaterial:t.customDepthMaterial;if(o!==void 0)a=o;else if(a=r.isPointLight===!0?c:s,e.localClippingEnabled&&n.clipShadows===!0&&Array.isArray(n.clippingPlanes)&&n.clippingPlanes.length!==0||n.displacementMap&&n.displacementScale!==0||n.alphaMap&&n.alphaTest>0||n.map&&n.alphaTest>0||n.alphaToCoverage===!0){let e=a.uuid,t=n.uuid,r=l[e];r===void 0&&(r={},l[e]=r);let i=r[t];i===void 0&&(i=a.clone(),r[t]=i,n.addEventListener(`dispose`,w)),a=i}if(a.visible=n.visible,a.wireframe=n.wireframe,i===3?a.side=n.shadowSide===null?n.side:n.shadowSide:a.side=n.shadowSide===null?d[n.side]:n.shadowSide,a.alphaMap=n.alphaMap,a.alphaTest=n.alphaToCoverage===!0?.5:n.alphaTest,a.map=n.map,a.clipShadows=n.clipShadows,a.clippingPlanes=n.clippingPlanes,a.clipIntersection=n.clipIntersection,a.displacementMap=n.displacementMap,a.displacementScale=n.displacementScale,a.displacementBias=n.displacementBias,a.wireframeLinewidth=n.wireframeLinewidth,a.linewidth=n.linewidth,r.isPointLight===!0&&a.isMeshDistanceMaterial===!0){let t=e.properties.get(a);t.light=r}return a}function S(n,i,a,o,s,c){if(n.visible===!1)return;if(n.layers.test(s)&&(n.isMesh||n.isLine||n.isPoints)&&(n.castShadow||n.receiveShadow&&c===3)&&(!n.frustumCulled||n.intersectsFrustum(r))){n.modelViewMatrix.multiplyMatrices(a.matrixWorldInverse,n.matrixWorld);let r=t.update(n),s=n.material;if(Array.isArray(s)){let t=r.groups;for(let l=0,u=t.length;l<u;l++){let u=t[l],d=s[u.materialIndex];if(d&&d.visible){let t=x(n,d,o,c);n.onBeforeShadow(e,n,i,a,r,t,u),e.renderBufferDirect(a,null,r,t,n,u),n.onAfterShadow(e,n,i,a,r,t,u)}}}else if(s.visible){let t=x(n,s,o,c);n.onBeforeShadow(e,n,i,a,r,t,null),e.renderBufferDirect(a,null,r,t,n,null),n.onAfterShadow(e,n,i,a,r,t,null)}}let l=n.children;for(let e=0,t=l.length;e<t;e++)S(l[e],i,a,o,s,c)}function w(e){e.target.removeEventListener(`dispose`,w);for(let t in l){let n=l[t],r=e.target.uuid;r in n&&(n[r].dispose(),delete n[r])}}}function ra(e,t){function n(){let t=!1,n=new fe,r=null,i=new fe(0,0,0,0);return{setMask:function(n){r!==n&&!t&&(e.colorMask(n,n,n,n),r=n)},setLocked:function(e){t=e},setClear:function(t,r,a,o,s){s===!0&&(t*=o,r*=o,a*=o),n.set(t,r,a,o),i.equals(n)===!1&&(e.clearColor(t,r,a,o),i.copy(n))},reset:function(){t=!1,r=null,i.set(-1,0,0,0)}}}function r(){let n=!1,r=!1,i=null,a=null,o=null;return{setReversed:function(e){if(r!==e){let n=t.get(`EXT_clip_control`);e?n.clipControlEXT(n.LOWER_LEFT_EXT,n.ZERO_TO_ONE_EXT):n.clipControlEXT(n.LOWER_LEFT_EXT,n.NEGATIVE_ONE_TO_ONE_EXT),r=e;let i=o;o=null,this.setClear(i)}},getReversed:function(){return r},setTest:function(t){t?R(e.DEPTH_TEST):oe(e.DEPTH_TEST)},setMask:function(t){i!==t&&!n&&(e.depthMask(t),i=t)},setFunc:function(t){if(r&&(t=xe[t]),a!==t){switch(t){case 0:e.depthFunc(e.NEVER);break;case 1:e.depthFunc(e.ALWAYS);break;case 2:e.depthFunc(e.LESS);break;case 3:e.depthFunc(e.LEQUAL);break;case 4:e.depthFunc(e.EQUAL);break;case 5:e.depthFunc(e.GEQUAL);break;case 6:e.depthFunc(e.GREATER);break;case 7:e.depthFunc(e.NOTEQUAL);break;default:e.depthFunc(e.LEQUAL)}a=t}},setLocked:function(e){n=e},setClear:function(t){o!==t&&(o=t,r&&(t=1-t),e.clearDepth(t))},reset:function(){n=!1,i=null,a=null,o=null,r=!1}}}function i(){let t=!1,n=null,r=null,i=null,a=null,o=null,s=null,c=null,l=null;return{setTest:function(n){t||(n?R(e.STENCIL_TEST):oe(e.STENCIL_TEST))},setMask:function(r){n!==r&&!t&&(e.stencilMask(r),n=r)},setFunc:function(t,n,o){(r!==t||i!==n||a!==o)&&(e.stencilFunc(t,n,o),r=t,i=n,a=o)},setOp:function(t,n,r){(o!==t||s!==n||c!==r)&&(e.stencilOp(t,n,r),o=t,s=n,c=r)},setLocked:function(e){t=e},setClear:function(t){l!==t&&(e.clearStencil(t),l=t)},reset:function(){t=!1,n=null,r=null,i=null,a=null,o=null,s=null,c=null,l=null}}}let a=new n,o=new r,s=new i,c={},l=new WeakMap,u={},d={},f={},p=new WeakMap,m=[],h=null,g=!1,_=null,v=null,y=null,b=null,x=null,S=null,C=null,w=new q(0,0,0),T=0,E=!1,D=null,O=null,k=null,A=null,j=null,M=e.getParameter(e.MAX_COMBINED_TEXTURE_IMAGE_UNITS),N=!1,P=0,ee=e.getParameter(e.VERSION);ee.indexOf(`WebGL`)===-1?ee.indexOf(`OpenGL ES`)!==-1&&(P=parseFloat(/^OpenGL ES (\d)/.exec(ee)[1]),N=P>=2):(P=parseFloat(/^WebGL (\d)/.exec(ee)[1]),N=P>=1);let F=null,te={},ne=e.getParameter(e.SCISSOR_BOX),re=e.getParameter(e.VIEWPORT),ie=new fe().fromArray(ne),I=new fe().fromArray(re);function ae(t,n,r,i){let a=new Uint8Array(4),o=e.createTexture();e.bindTexture(t,o),e.texParameteri(t,e.TEXTURE_MIN_FILTER,e.NEAREST),e.texParameteri(t,e.TEXTURE_MAG_FILTER,e.NEAREST);for(let o=0;o<r;o++)t===e.TEXTURE_3D||t===e.TEXTURE_2D_ARRAY?e.texImage3D(n,0,e.RGBA,1,1,i,0,e.RGBA,e.UNSIGNED_BYTE,a):e.texImage2D(n+o,0,e.RGBA,1,1,0,e.RGBA,e.UNSIGNED_BYTE,a);return o}let L={};L[e.TEXTURE_2D]=ae(e.TEXTURE_2D,e.TEXTURE_2D,1),L[e.TEXTURE_CUBE_MAP]=ae(e.TEXTURE_CUBE_MAP,e.TEXTURE_CUBE_MAP_POSITIVE_X,6),L[e.TEXTURE_2D_ARRAY]=ae(e.TEXTURE_2D_ARRAY,e.TEXTURE_2D_ARRAY,1,1),L[e.TEXTURE_3D]=ae(e.TEXTURE_3D,e.TEXTURE_3D,1,1),a.setClear(0,0,0,1),o.setClear(1),s.setClear(0),R(e.DEPTH_TEST),o.setFunc(3),me(!1),he(1),R(e.CULL_FACE),pe(0);function R(t){u[t]!==!0&&(e.enable(t),u[t]=!0)}function oe(t){u[t]!==!1&&(e.disable(t),u[t]=!1)}function se(t,n){return f[t]!==n&&(e.bindFramebuffer(t,n),f[t]=n,t===e.DRAW_FRAMEBUFFER&&(f[e.FRAMEBUFFER]=n),t===e.FRAMEBUFFER&&(f[e.DRAW_FRAMEBUFFER]=n),!0)}function ce(t,n){let r=m,i=!1;if(t){r=p.get(n),r===void 0&&(r=[],p.set(n,r));let a=t.textures;if(r.length!==a.length||r[0]!==e.COLOR_ATTACHMENT0){for(let t=0,n=a.length;t<n;t++)r[t]=e.COLOR_ATTACHMENT0+t;r.length=a.length,i=!0}}else r[0]!==e.BACK&&(r[0]=e.BACK,i=!0);i&&e.drawBuffers(r)}function le(t){return h!==t&&(e.useProgram(t),h=t,!0)}let ue={100:e.FUNC_ADD,101:e.FUNC_SUBTRACT,102:e.FUNC_REVERSE_SUBTRACT};ue[103]=e.MIN,ue[104]=e.MAX;let de={200:e.ZERO,201:e.ONE,202:e.SRC_COLOR,204:e.SRC_ALPHA,210:e.SRC_ALPHA_SATURATE,208:e.DST_COLOR,206:e.DST_ALPHA,203:e.ONE_MINUS_SRC_COLOR,205:e.ONE_MINUS_SRC_ALPHA,209:e.ONE_MINUS_DST_COLOR,207:e.ONE_MINUS_DST_ALPHA,211:e.CONSTANT_COLOR,212:e.ONE_MINUS_CONSTANT_COLOR,213:e.CONSTANT_ALPHA,214:e.ONE_MINUS_CONSTANT_ALPHA};function pe(t,n,r,i,a,o,s,c,l,u){if(t===0)g===!0&&(oe(e.BLEND),g=!1);else if(g===!1&&(R(e.BLEND),g=!0),t!==5){if(t!==_||u!==E){if((v!==100||x!==100)&&(e.blendEquation(e.FUNC_ADD),v=100,x=100),u)switch(t){case 1:e.blendFuncSeparate(e.ONE,e.ONE_MINUS_SRC_ALPHA,e.ONE,e.ONE_MINUS_SRC_ALPHA);break;case 2:e.blendFunc(e.ONE,e.ONE);break;case 3:e.blendFuncSeparate(e.ZERO,e.ONE_MINUS_SRC_COLOR,e.ZERO,e.ONE);break;case 4:e.blendFuncSeparate(e.DST_COLOR,e.ONE_MINUS_SRC_ALPHA,e.ZERO,e.ONE);break;default:nt(`WebGLState: Invalid blending: `,t)}else switch(t){case 1:e.blendFuncSeparate(e.SRC_ALPHA,e.ONE_MINUS_SRC_ALPHA,e.ONE,e.ONE_MINUS_SRC_ALPHA);break;case 2:e.blendFuncSeparate(e.SRC_ALPHA,e.ONE,e.ONE,e.ONE);break;case 3:nt(`WebGLState: SubtractiveBlending requires material.premultipliedAlpha = true`);break;case 4:nt(`WebGLState: MultiplyBlending requires material.premultipliedAlpha = true`);break;default:nt(`WebGLState: Invalid blending: `,t)}y=null,b=null,S=null,C=null,w.set(0,0,0),T=0,_=t,E=u}}else a||=n,o||=r,s||=i,(n!==v||a!==x)&&(e.blendEquationSeparate(ue[n],ue[a]),v=n,x=a),(r!==y||i!==b||o!==S||s!==C)&&(e.blendFuncSeparate(de[r],de[i],de[o],de[s]),y=r,b=i,S=o,C=s),(c.equals(w)===!1||l!==T)&&(e.blendColor(c.r,c.g,c.b,l),w.copy(c),T=l),_=t,E=!1}function z(t,n){t.side===2?oe(e.CULL_FACE):R(e.CULL_FACE);let r=t.side===1;n&&(r=!r),me(r),t.blending===1&&t.transparent===!1?pe(0):pe(t.blending,t.blendEquation,t.blendSrc,t.blendDst,t.blendEquationAlpha,t.blendSrcAlpha,t.blendDstAlpha,t.blendColor,t.blendAlpha,t.premultipliedAlpha),o.setFunc(t.depthFunc),o.setTest(t.depthTest),o.setMask(t.depthWrite),a.setMask(t.colorWrite);let i=t.stencilWrite;s.setTest(i),i&&(s.setMask(t.stencilWriteMask),s.setFunc(t.stencilFunc,t.stencilRef,t.stencilFuncMask),s.setOp(t.stencilFail,t.stencilZFail,t.stencilZPass)),_e(t.polygonOffset,t.polygonOffsetFactor,t.polygonOffsetUnits),t.alphaToCoverage===!0?R(e.SAMPLE_ALPHA_TO_COVERAGE):oe(e.SAMPLE_ALPHA_TO_COVERAGE)}function me(t){D!==t&&(t?e.frontFace(e.CW):e.frontFace(e.CCW),D=t)}function he(t){t===0?oe(e.CULL_FACE):(R(e.CULL_FACE),t!==O&&(t===1?e.cullFace(e.BACK):t===2?e.cullFace(e.FRONT):e.cullFace(e.FRONT_AND_BACK))),O=t}function ge(t){t!==k&&(N&&e.lineWidth(t),k=t)}function _e(t,n,r){t?(R(e.POLYGON_OFFSET_FILL),(A!==n||j!==r)&&(A=n,j=r,o.getReversed()&&(n=-n,r=-r),e.polygonOffset(n,r))):oe(e.POLYGON_OFFSET_FILL)}function ve(t){t?R(e.SCISSOR_TEST):oe(e.SCISSOR_TEST)}function ye(t){t===void 0&&(t=e.TEXTURE0+M-1),F!==t&&(e.activeTexture(t),F=t)}function be(t,n,r){r===void 0&&(r=F===null?e.TEXTURE0+M-1:F);let i=te[r];i===void 0&&(i={type:void 0,texture:void 0},te[r]=i),(i.type!==t||i.texture!==n)&&(F!==r&&(e.activeTexture(r),F=r),e.bindTexture(t,n||L[t]),i.type=t,i.texture=n)}function Se(){let t=te[F];t!==void 0&&t.type!==void 0&&(e.bindTexture(t.type,null),t.type=void 0,t.texture=void 0)}function Ce(){try{e.compressedTexImage2D(...arguments)}catch(e){nt(`WebGLState:`,e)}}function we(){try{e.compressedTexImage3D(...arguments)}catch(e){nt(`WebGLState:`,e)}}function Te(){try{e.texSubImage2D(...arguments)}catch(e){nt(`WebGLState:`,e)}}function Ee(){try{e.texSubImage3D(...arguments)}catch(e){nt(`WebGLState:`,e)}}function De(){try{e.compressedTexSubImage2D(...arguments)}catch(e){nt(`WebGLState:`,e)}}function B(){try{e.compressedTexSubImage3D(...arguments)}catch(e){nt(`WebGLState:`,e)}}function Oe(){try{e.texStorage2D(...arguments)}catch(e){nt(`WebGLState:`,e)}}function ke(){try{e.texStorage3D(...arguments)}catch(e){nt(`WebGLState:`,e)}}function Ae(){try{e.texImage2D(...arguments)}catch(e){nt(`WebGLState:`,e)}}function je(){try{e.texImage3D(...arguments)}catch(e){nt(`WebGLState:`,e)}}function Me(t){return d[t]===void 0?e.getParameter(t):d[t]}function Ne(t,n){d[t]!==n&&(e.pixelStorei(t,n),d[t]=n)}function Pe(t){ie.equals(t)===!1&&(e.scissor(t.x,t.y,t.z,t.w),ie.copy(t))}function V(t){I.equals(t)===!1&&(e.viewport(t.x,t.y,t.z,t.w),I.copy(t))}function Fe(t,n){let r=l.get(n);r===void 0&&(r=new WeakMap,l.set(n,r));let i=r.get(t);i===void 0&&(i=e.getUniformBlockIndex(n,t.name),e.uniformBlockBinding(n,i,i),r.set(t,i))}function Ie(t,n,r){let i=l.get(n).get(t);c[i]!==r&&(e.bindBufferBase(e.UNIFORM_BUFFER,i,r),c[i]=r)}function Le(){e.disable(e.BLEND),e.disable(e.CULL_FACE),e.disable(e.DEPTH_TEST),e.disable(e.POLYGON_OFFSET_FILL),e.disable(e.SCISSOR_TEST),e.disable(e.STENCIL_TEST),e.disable(e.SAMPLE_ALPHA_TO_COVERAGE),e.blendEquation(e.FUNC_ADD),e.blendFunc(e.ONE,e.ZERO),e.blendFuncSeparate(e.ONE,e.ZERO,e.ONE,e.ZERO),e.blendColor(0,0,0,0),e.colorMask(!0,!0,!0,!0),e.clearColor(0,0,0,0),e.depthMask(!0),e.depthFunc(e.LESS),o.setReversed(!1),e.clearDepth(1),e.stencilMask(4294967295),e.stencilFunc(e.ALWAYS,0,4294967295),e.stencilOp(e.KEEP,e.KEEP,e.KEEP),e.clearStencil(0),e.cullFace(e.BACK),e.frontFace(e.CCW),e.polygonOffset(0,0),e.activeTexture(e.TEXTURE0),e.bindFramebuffer(e.FRAMEBUFFER,null),e.bindFramebuffer(e.DRAW_FRAMEBUFFER,null),e.bindFramebuffer(e.READ_FRAMEBUFFER,null),e.useProgram(null),e.lineWidth(1),e.scissor(0,0,e.canvas.width,e.canvas.height),e.viewport(0,0,e.canvas.width,e.canvas.height),e.pixelStorei(e.PACK_ALIGNMENT,4),e.pixelStorei(e.UNPACK_ALIGNMENT,4),e.pixelStorei(e.UNPACK_FLIP_Y_WEBGL,!1),e.pixelStorei(e.UNPACK_PREMULTIPLY_ALPHA_WEBGL,!1),e.pixelStorei(e.UNPACK_COLORSPACE_CONVERSION_WEBGL,e.BROWSER_DEFAULT_WEBGL),e.pixelStorei(e.PACK_ROW_LENGTH,0),e.pixelStorei(e.PACK_SKIP_PIXELS,0),e.pixelStorei(e.PACK_SKIP_ROWS,0),e.pixelStorei(e.UNPACK_ROW_LENGTH,0),e.pixelStorei(e.UNPACK_IMAGE_HEIGHT,0),e.pixelStorei(e.UNPACK_SKIP_PIXELS,0),e.pixelStorei(e.UNPACK_SKIP_ROWS,0),e.pixelStorei(e.UNPACK_SKIP_IMAGES,0),u={},d={},F=null,te={},f={},c={},p=new WeakMap,m=[],h=null,g=!1,_=null,v=null,y=null,b=null,x=null,S=null,C=null,w=new q(0,0,0),T=0,E=!1,D=null,O=null,k=null,A=null,j=null,ie.set(0,0,e.canvas.width,e.canvas.height),I.set(0,0,e.canvas.width,e.canvas.height),a.reset(),o.reset(),s.reset()}return{buffers:{color:a,depth:o,stencil:s},enable:R,disable:oe,bindFramebuffer:se,drawBuffers:ce,useProgram:le,setBlending:pe,setMaterial:z,setFlipSided:me,setCullFace:he,setLineWidth:ge,setPolygonOffset:_e,setScissorTest:ve,activeTexture:ye,bindTexture:be,unbindTexture:Se,compressedTexImage2D:Ce,compressedTexImage3D:we,texImage2D:Ae,texImage3D:je,pixelStorei:Ne,getParameter:Me,updateUBOMapping:Fe,uniformBlockBinding:Ie,texStorage2D:Oe,texStorage3D:ke,texSubImage2D:Te,texSubImage3D:Ee,compressedTexSubImage2D:De,compressedTexSubImage3D:B,scissor:Pe,viewport:V,reset:Le}}function ia(e,t,n,r,a,o,s){let c=t.has(`WEBGL_multisampled_render_to_texture`)?t.get(`WEBGL_multisampled_render_to_texture`):null,l=typeof navigator>`u`?!1:/OculusBrowser/g.test(navigator.userAgent),u=new C,d=new WeakMap,p=new Set,m,h=new WeakMap,g=new Set,_=new FinalizationRegistry(e=>g.delete(e)),v=!1;try{v=typeof OffscreenCanvas<`u`&&new OffscreenCanvas(1,1).getContext(`2d`)!==null}catch{}function y(e,t){return v?new OffscreenCanvas(e,t):Ye(`canvas`)}function b(e,t,n){let r=1,i=V(e);if((i.width>n||i.height>n)&&(r=n/Math.max(i.width,i.height)),r<1){if(typeof HTMLImageElement<`u`&&e instanceof HTMLImageElement||typeof HTMLCanvasElement<`u`&&e instanceof HTMLCanvasElement||typeof ImageBitmap<`u`&&e instanceof ImageBitmap||typeof VideoFrame<`u`&&e instanceof VideoFrame){let n=Math.floor(r*i.width),a=Math.floor(r*i.height);m===void 0&&(m=y(n,a));let o=t?y(n,a):m;return o.width=n,o.height=a,o.getContext(`2d`).drawImage(e,0,0,n,a),K(`WebGLRenderer: Texture has been resized from (`+i.width+`x`+i.height+`) to (`+n+`x`+a+`).`),o}return`data`in e&&K(`WebGLRenderer: Image in DataTexture is too big (`+i.width+`x`+i.height+`).`),e}return e}function x(e){return e.generateMipmaps}function S(t){e.generateMipmap(t)}function w(t){return t.isWebGLCubeRenderTarget?e.TEXTURE_CUBE_MAP:t.isWebGL3DRenderTarget?e.TEXTURE_3D:t.isWebGLArrayRenderTarget||t.isCompressedArrayTexture?e.TEXTURE_2D_ARRAY:e.TEXTURE_2D}function T(n,r,i,a,o,s=!1){if(n!==null){if(e[n]!==void 0)return e[n];K(`WebGLRenderer: Attempt to use non-existing WebGL internal format '`+n+`'`)}let c;a&&(c=t.get(`EXT_texture_norm16`),c||K(`WebGLRenderer: Unable to use normalized textures without EXT_texture_norm16 extension`));let l=r;if(r===e.RED&&(i===e.FLOAT&&(l=e.R32F),i===e.HALF_FLOAT&&(l=e.R16F),i===e.UNSIGNED_BYTE&&(l=e.R8),i===e.UNSIGNED_SHORT&&c&&(l=c.R16_EXT),i===e.SHORT&&c&&(l=c.R16_SNORM_EXT)),r===e.RED_INTEGER&&(i===e.UNSIGNED_BYTE&&(l=e.R8UI),i===e.UNSIGNED_SHORT&&(l=e.R16UI),i===e.UNSIGNED_INT&&(l=e.R32UI),i===e.BYTE&&(l=e.R8I),i===e.SHORT&&(l=e.R16I),i===e.INT&&(l=e.R32I)),r===e.RG&&(i===e.FLOAT&&(l=e.RG32F),i===e.HALF_FLOAT&&(l=e.RG16F),i===e.UNSIGNED_BYTE&&(l=e.RG8),i===e.UNSIGNED_SHORT&&c&&(l=c.RG16_EXT),i===e.SHORT&&c&&(l=c.RG16_SNORM_EXT)),r===e.RG_INTEGER&&(i===e.UNSIGNED_BYTE&&(l=e.RG8UI),i===e.UNSIGNED_SHORT&&(l=e.RG16UI),i===e.UNSIGNED_INT&&(l=e.RG32UI),i===e.BYTE&&(l=e.RG8I),i===e.SHORT&&(l=e.RG16I),i===e.INT&&(l=e.RG32I)),r===e.RGB_INTEGER&&(i===e.UNSIGNED_BYTE&&(l=e.RGB8UI),i===e.UNSIGNED_SHORT&&(l=e.RGB16UI),i===e.UNSIGNED_INT&&(l=e.RGB32UI),i===e.BYTE&&(l=e.RGB8I),i===e.SHORT&&(l=e.RGB16I),i===e.INT&&(l=e.RGB32I)),r===e.RGBA_INTEGER&&(i===e.UNSIGNED_BYTE&&(l=e.RGBA8UI),i===e.UNSIGNED_SHORT&&(l=e.RGBA16UI),i===e.UNSIGNED_INT&&(l=e.RGBA32UI),i===e.BYTE&&(l=e.RGBA8I),i===e.SHORT&&(l=e.RGBA16I),i===e.INT&&(l=e.RGBA32I)),r===e.RGB&&(i===e.UNSIGNED_SHORT&&c&&(l=c.RGB16_EXT),i===e.SHORT&&c&&(l=c.RGB16_SNORM_EXT),i===e.UNSIGNED_INT_5_9_9_9_REV&&(l=e.RGB9_E5),i===e.UNSIGNED_INT_10F_11F_11F_REV&&(l=e.R11F_G11F_B10F)),r===e.RGBA){let t=s?Te:L.getTransfer(o);i===e.FLOAT&&(l=e.RGBA32F),i===e.HALF_FLOAT&&(l=e.RGBA16F),i===e.UNSIGNED_BYTE&&(l=t===`srgb`?e.SRGB8_ALPHA8:e.RGBA8),i===e.UNSIGNED_SHORT&&c&&(l=c.RGBA16_EXT),i===e.SHORT&&c&&(l=c.RGBA16_SNORM_EXT),i===e.UNSIGNED_SHORT_4_4_4_4&&(l=e.RGBA4),i===e.UNSIGNED_SHORT_5_5_5_1&&(l=e.RGB5_A1)}return(l===e.R16F||l===e.R32F||l===e.RG16F||l===e.RG32F||l===e.RGBA16F||l===e.RGBA32F)&&t.get(`EXT_color_buffer_float`),l}function E(t,n){let r;return t?n===null||n===1014||n===1020?r=e.DEPTH24_STENCIL8:n===1015?r=e.DEPTH32F_STENCIL8:n===1012&&(r=e.DEPTH24_STENCIL8,K(`DepthTexture: 16 bit depth attachment is not supported with stencil. Using 24-bit attachment.`)):n===null||n===1014||n===1020?r=e.DEPTH_COMPONENT24:n===1015?r=e.DEPTH_COMPONENT32F:n===1012&&(r=e.DEPTH_COMPONENT16),r}function D(e,t){return x(e)===!0||e.isFramebufferTexture&&e.minFilter!==1003&&e.minFilter!==1006?Math.log2(Math.max(t.width,t.height))+1:e.mipmaps.length>0?e.mipmaps.length:e.isCompressedTexture&&Array.isArray(e.image)?t.mipmaps.length:1}function O(e){let t=new WeakRef(e);r.get(e).__ref=t,g.add(t),_.register(e,t,t)}function k(e){let t=r.get(e).__ref;t!==void 0&&(g.delete(t),_.unregister(t))}function A(e){M(e.target)}function j(e){N(e.target)}function M(e){e.removeEventListener(`dispose`,A),k(e),ee(e),e.isVideoTexture&&d.delete(e),e.isHTMLTexture&&p.delete(e)}function N(e){e.removeEventListener(`dispose`,j),k(e),te(e)}function P(){for(let e of g){let t=e.deref();t!==void 0&&(t.isRenderTarget===!0?N(t):M(t))}g.clear(),p.clear()}function ee(e){let t=r.get(e);if(t.__webglInit===void 0)return;let n=e.source,i=h.get(n);if(i){let r=i[t.__cacheKey];r.usedTimes--,r.usedTimes===0&&F(e),Object.keys(i).length===0&&h.delete(n)}r.remove(e)}function F(t){let n=r.get(t);e.deleteTexture(n.__webglTexture);let i=t.source,a=h.get(i);delete a[n.__cacheKey],s.memory.textures--}function te(t){let n=r.get(t);n.__depthDisposeCallback&&n.__depthDisposeCallback();let i=t.depthTexture;if(i&&i.renderTarget===t&&M(i),t.isWebGLCubeRenderTarget)for(let t=0;t<6;t++){if(Array.isArray(n.__webglFramebuffer[t]))for(let r=0;r<n.__webglFramebuffer[t].length;r++)e.deleteFramebuffer(n.__webglFramebuffer[t][r]);else e.deleteFramebuffer(n.__webglFramebuffer[t]);n.__webglDepthbuffer&&e.deleteRenderbuffer(n.__webglDepthbuffer[t])}else{if(Array.isArray(n.__webglFramebuffer))for(let t=0;t<n.__webglFramebuffer.length;t++)e.deleteFramebuffer(n.__webglFramebuffer[t]);else e.deleteFramebuffer(n.__webglFramebuffer);if(n.__webglDepthbuffer&&e.deleteRenderbuffer(n.__webglDepthbuffer),n.__webglMultisampledFramebuffer&&e.deleteFramebuffer(n.__webglMultisampledFramebuffer),n.__webglColorRenderbuffer)for(let t=0;t<n.__webglColorRenderbuffer.length;t++)n.__webglColorRenderbuffer[t]&&e.deleteRenderbuffer(n.__webglColorRenderbuffer[t]);n.__webglDepthRenderbuffer&&e.deleteRenderbuffer(n.__webglDepthRenderbuffer)}let a=t.textures;for(let t=0,n=a.length;t<n;t++){let n=r.get(a[t]);n.__webglTexture&&(e.deleteTexture(n.__webglTexture),s.memory.textures--),r.remove(a[t])}r.remove(t)}let ne=0;function re(){ne=0}function ie(){return ne}function I(e){ne=e}function R(){let e=ne;return e>=a.maxTextures&&K(`WebGLTextures: Trying to use `+(e+1)+` texture units while this GPU supports only `+a.maxTextures),ne+=1,e}function oe(e){let t=[];return t.push(e.wrapS),t.push(e.wrapT),t.push(e.wrapR||0),t.push(e.magFilter),t.push(e.minFilter),t.push(e.anisotropy),t.push(e.internalFormat),t.push(e.format),t.push(e.type),t.push(e.generateMipmaps),t.push(e.mipmapsAutoUpdate),t.push(e.premultiplyAlpha),t.push(e.flipY),t.push(e.unpackAlignment),t.push(e.colorSpace),t.join()}function se(t,i){let a=r.get(t);if(t.isVideoTexture&&Ne(t),t.isRenderTargetTexture===!1&&t.isExternalTexture!==!0&&t.version>0&&a.__version!==t.version){let e=t.image;if(e===null)K(`WebGLRenderer: Texture marked for update but no image data found.`);else if(e.complete===!1)K(`WebGLRenderer: Texture marked for update but image is incomplete`);else{_e(a,t,i);return}}else t.isExternalTexture&&(a.__webglTexture=t.sourceTexture?t.sourceTexture:null);n.bindTexture(e.TEXTURE_2D,a.__webglTexture,e.TEXTURE0+i)}function ce(t,i){let a=r.get(t);t.isRenderTargetTexture===!1&&t.version>0&&a.__version!==t.version?_e(a,t,i):(t.isExternalTexture&&(a.__webglTexture=t.sourceTexture?t.sourceTexture:null),n.bindTexture(e.TEXTURE_2D_ARRAY,a.__webglTexture,e.TEXTURE0+i))}function le(t,i){let a=r.get(t);t.isRenderTargetTexture===!1&&t.version>0&&a.__version!==t.version?_e(a,t,i):n.bindTexture(e.TEXTURE_3D,a.__webglTexture,e.TEXTURE0+i)}function ue(t,i){let a=r.get(t);t.version>0&&a.__version!==t.version?ve(a,t,i):n.bindTexture(e.TEXTURE_CUBE_MAP,a.__webglTexture,e.TEXTURE0+i)}let de={[vt]:e.REPEAT,[i]:e.CLAMP_TO_EDGE,[yt]:e.MIRRORED_REPEAT},fe={[Se]:e.NEAREST,[ae]:e.NEAREST_MIPMAP_NEAREST,[gt]:e.NEAREST_MIPMAP_LINEAR,[Re]:e.LINEAR,[Qe]:e.LINEAR_MIPMAP_NEAREST,[be]:e.LINEAR_MIPMAP_LINEAR},pe={512:e.NEVER,519:e.ALWAYS,513:e.LESS,515:e.LEQUAL,514:e.EQUAL,518:e.GEQUAL,516:e.GREATER,517:e.NOTEQUAL};function z(n,i){if(i.type===1015&&t.has(`OES_texture_float_linear`)===!1&&(i.magFilter===1006||i.magFilter===1007||i.magFilter===1005||i.magFilter===1008||i.minFilter===1006||i.minFilter===1007||i.minFilter===1005||i.minFilter===1008)&&K(`WebGLRenderer: Unable to use linear filtering with floating point textures. OES_texture_float_linear not supported on this device.`),e.texParameteri(n,e.TEXTURE_WRAP_S,de[i.wrapS]),e.texParameteri(n,e.TEXTURE_WRAP_T,de[i.wrapT]),(n===e.TEXTURE_3D||n===e.TEXTURE_2D_ARRAY)&&e.texParameteri(n,e.TEXTURE_WRAP_R,de[i.wrapR]),e.texParameteri(n,e.TEXTURE_MAG_FILTER,fe[i.magFilter]),e.texParameteri(n,e.TEXTURE_MIN_FILTER,fe[i.minFilter]),i.compareFunction&&(e.texParameteri(n,e.TEXTURE_COMPARE_MODE,e.COMPARE_REF_TO_TEXTURE),e.texParameteri(n,e.TEXTURE_COMPARE_FUNC,pe[i.compareFunction])),t.has(`EXT_texture_filter_anisotropic`)===!0){if(i.magFilter===1003||i.minFilter!==1005&&i.minFilter!==1008||i.type===1015&&t.has(`OES_texture_float_linear`)===!1)return;if(i.anisotropy>1||r.get(i).__currentAnisotropy){let o=t.get(`EXT_texture_filter_anisotropic`);e.texParameterf(n,o.TEXTURE_MAX_ANISOTROPY_EXT,Math.min(i.anisotropy,a.getMaxAnisotropy())),r.get(i).__currentAnisotropy=i.anisotropy}}}function me(t,n){let r=!1;t.__webglInit===void 0&&(t.__webglInit=!0,n.addEventListener(`dispose`,A),O(n));let i=n.source,a=h.get(i);a===void 0&&(a={},h.set(i,a));let o=oe(n);if(o!==t.__cacheKey){a[o]===void 0&&(a[o]={texture:e.createTexture(),usedTimes:0},s.memory.textures++,r=!0),a[o].usedTimes++;let i=a[t.__cacheKey];i!==void 0&&(a[t.__cacheKey].usedTimes--,i.usedTimes===0&&F(n)),t.__cacheKey=o,t.__webglTexture=a[o].texture}return r}function he(e,t,n){return Math.floor(Math.floor(e/n)/t)}function ge(t,r,i,a){let o=t.updateRanges;if(o.length===0)n.texSubImage2D(e.TEXTURE_2D,0,0,0,r.width,r.height,i,a,r.data);else{o.sort((e,t)=>e.start-t.start);let s=0;for(let e=1;e<o.length;e++){let t=o[s],n=o[e],i=t.start+t.count,a=he(n.start,r.width,4),c=he(t.start,r.width,4);n.start<=i+1&&a===c&&he(n.start+n.count-1,r.width,4)===a?t.count=Math.max(t.count,n.start+n.count-t.start):(++s,o[s]=n)}o.length=s+1;let c=n.getParameter(e.UNPACK_ROW_LENGTH),l=n.getParameter(e.UNPACK_SKIP_PIXELS),u=n.getParameter(e.UNPACK_SKIP_ROWS);n.pixelStorei(e.UNPACK_ROW_LENGTH,r.width);for(let t=0,s=o.length;t<s;t++){let s=o[t],c=Math.floor(s.start/4),l=Math.ceil(s.count/4),u=c%r.width,d=Math.floor(c/r.width),f=l;n.pixelStorei(e.UNPACK_SKIP_PIXELS,u),n.pixelStorei(e.UNPACK_SKIP_ROWS,d),n.texSubImage2D(e.TEXTURE_2D,0,u,d,f,1,i,a,r.data)}t.clearUpdateRanges(),n.pixelStorei(e.UNPACK_ROW_LENGTH,c),n.pixelStorei(e.UNPACK_SKIP_PIXELS,l),n.pixelStorei(e.UNPACK_SKIP_ROWS,u)}}function _e(t,i,s){let c=e.TEXTURE_2D;(i.isDataArrayTexture||i.isCompressedArrayTexture)&&(c=e.TEXTURE_2D_ARRAY),i.isData3DTexture&&(c=e.TEXTURE_3D);let l=me(t,i),u=i.source;n.bindTexture(c,t.__webglTexture,e.TEXTURE0+s);let d=r.get(u);if(u.version!==d.__version||l===!0){if(n.activeTexture(e.TEXTURE0+s),!(typeof ImageBitmap<`u`&&i.image instanceof ImageBitmap)){let t=L.getPrimaries(L.workingColorSpace),r=i.colorSpace===``?null:L.getPrimaries(i.colorSpace),a=i.colorSpace===``||t===r?e.NONE:e.BROWSER_DEFAULT_WEBGL;n.pixelStorei(e.UNPACK_FLIP_Y_WEBGL,i.flipY),n.pixelStorei(e.UNPACK_PREMULTIPLY_ALPHA_WEBGL,i.premultiplyAlpha),n.pixelStorei(e.UNPACK_COLORSPACE_CONVERSION_WEBGL,a)}n.pixelStorei(e.UNPACK_ALIGNMENT,i.unpackAlignment);let t=b(i.image,!1,a.maxTextureSize);t=Pe(i,t);let r=o.convert(i.format,i.colorSpace),m=o.convert(i.type),h=T(i.internalFormat,r,m,i.normalized,i.colorSpace,i.isVideoTexture);z(c,i);let g,_=i.mipmaps,v=i.isVideoTexture!==!0,y=d.__version===void 0||l===!0,C=u.dataReady,w=D(i,t);if(i.isDepthTexture)h=E(i.format===f,i.type),y&&(v?n.texStorage2D(e.TEXTURE_2D,1,h,t.width,t.height):n.texImage2D(e.TEXTURE_2D,0,h,t.width,t.height,0,r,m,null));else if(i.isDataTexture){if(_.length>0){v&&y&&n.texStorage2D(e.TEXTURE_2D,w,h,_[0].width,_[0].height);for(let t=0,i=_.length;t<i;t++)g=_[t],v?C&&n.texSubImage2D(e.TEXTURE_2D,t,0,0,g.width,g.height,r,m,g.data):n.texImage2D(e.TEXTURE_2D,t,h,g.width,g.height,0,r,m,g.data);i.generateMipmaps=!1}else v?(y&&n.texStorage2D(e.TEXTURE_2D,w,h,t.width,t.height),C&&ge(i,t,r,m)):n.texImage2D(e.TEXTURE_2D,0,h,t.width,t.height,0,r,m,t.data)}else if(i.isCompressedTexture){if(i.isCompressedArrayTexture){v&&y&&n.texStorage3D(e.TEXTURE_2D_ARRAY,w,h,_[0].width,_[0].height,t.depth);for(let a=0,o=_.length;a<o;a++)if(g=_[a],i.format!==1023){if(r!==null){if(v){if(C){if(i.layerUpdates.size>0){let t=ye(g.width,g.height,i.format,i.type);for(let o of i.layerUpdates){let i=g.data.subarray(o*t/g.data.BYTES_PER_ELEMENT,(o+1)*t/g.data.BYTES_PER_ELEMENT);n.compressedTexSubImage3D(e.TEXTURE_2D_ARRAY,a,0,0,o,g.width,g.height,1,r,i)}}else n.compressedTexSubImage3D(e.TEXTURE_2D_ARRAY,a,0,0,0,g.width,g.height,t.depth,r,g.data)}}else n.compressedTexImage3D(e.TEXTURE_2D_ARRAY,a,h,g.width,g.height,t.depth,0,g.data,0,0)}else K(`WebGLRenderer: Attempt to load unsupported compressed texture format in .uploadTexture()`)}else v?C&&n.texSubImage3D(e.TEXTURE_2D_ARRAY,a,0,0,0,g.width,g.height,t.depth,r,m,g.data):n.texImage3D(e.TEXTURE_2D_ARRAY,a,h,g.width,g.height,t.depth,0,r,m,g.data);i.layerUpdates.size>0&&i.clearLayerUpdates()}else{v&&y&&n.texStorage2D(e.TEXTURE_2D,w,h,_[0].width,_[0].height);for(let t=0,a=_.length;t<a;t++)g=_[t],i.format===1023?v?C&&n.texSubImage2D(e.TEXTURE_2D,t,0,0,g.width,g.height,r,m,g.data):n.texImage2D(e.TEXTURE_2D,t,h,g.width,g.height,0,r,m,g.data):r===null?K(`WebGLRenderer: Attempt to load unsupported compressed texture format in .uploadTexture()`):v?C&&n.compressedTexSubImage2D(e.TEXTURE_2D,t,0,0,g.width,g.height,r,g.data):n.compressedTexImage2D(e.TEXTURE_2D,t,h,g.width,g.height,0,g.data)}}else if(i.isDataArrayTexture){if(v){if(y&&n.texStorage3D(e.TEXTURE_2D_ARRAY,w,h,t.width,t.height,t.depth),C){if(i.layerUpdates.size>0){let a=ye(t.width,t.height,i.format,i.type);for(let o of i.layerUpdates){let i=t.data.subarray(o*a/t.data.BYTES_PER_ELEMENT,(o+1)*a/t.data.BYTES_PER_ELEMENT);n.texSubImage3D(e.TEXTURE_2D_ARRAY,0,0,0,o,t.width,t.height,1,r,m,i)}i.clearLayerUpdates()}else n.texSubImage3D(e.TEXTURE_2D_ARRAY,0,0,0,0,t.width,t.height,t.depth,r,m,t.data)}}else n.texImage3D(e.TEXTURE_2D_ARRAY,0,h,t.width,t.height,t.depth,0,r,m,t.data)}else if(i.isData3DTexture)v?(y&&n.texStorage3D(e.TEXTURE_3D,w,h,t.width,t.height,t.depth),C&&n.texSubImage3D(e.TEXTURE_3D,0,0,0,0,t.width,t.height,t.depth,r,m,t.data)):n.texImage3D(e.TEXTURE_3D,0,h,t.width,t.height,t.depth,0,r,m,t.data);else if(i.isFramebufferTexture){if(y){if(v)n.texStorage2D(e.TEXTURE_2D,w,h,t.width,t.height);else{let i=t.width,a=t.height;for(let t=0;t<w;t++)n.texImage2D(e.TEXTURE_2D,t,h,i,a,0,r,m,null),i>>=1,a>>=1}}}else if(i.isHTMLTexture){if(`texElementImage2D`in e){let n=e.canvas;if(n.hasAttribute(`layoutsubtree`)||n.setAttribute(`layoutsubtree`,`true`),t.parentNode!==n){n.appendChild(t),p.add(i),n.onpaint=e=>{let t=e.changedElements;for(let e of p)t.includes(e.image)&&(e.needsUpdate=!0)},n.requestPaint();return}if(e.texElementImage2D.length===3)e.texElementImage2D(e.TEXTURE_2D,e.RGBA8,t);else{let n=e.RGBA,r=e.RGBA,i=e.UNSIGNED_BYTE;e.texElementImage2D(e.TEXTURE_2D,0,n,r,i,t)}e.texParameteri(e.TEXTURE_2D,e.TEXTURE_MIN_FILTER,e.LINEAR),e.texParameteri(e.TEXTURE_2D,e.TEXTURE_WRAP_S,e.CLAMP_TO_EDGE),e.texParameteri(e.TEXTURE_2D,e.TEXTURE_WRAP_T,e.CLAMP_TO_EDGE)}}else if(_.length>0){if(v&&y){let t=V(_[0]);n.texStorage2D(e.TEXTURE_2D,w,h,t.width,t.height)}for(let t=0,i=_.length;t<i;t++)g=_[t],v?C&&n.texSubImage2D(e.TEXTURE_2D,t,0,0,r,m,g):n.texImage2D(e.TEXTURE_2D,t,h,r,m,g);i.generateMipmaps=!1}else if(v){if(y){let r=V(t);n.texStorage2D(e.TEXTURE_2D,w,h,r.width,r.height)}C&&n.texSubImage2D(e.TEXTURE_2D,0,0,0,r,m,t)}else n.texImage2D(e.TEXTURE_2D,0,h,r,m,t);x(i)&&i.mipmapsAutoUpdate===!0&&S(c),d.__version=u.version,i.onUpdate&&i.onUpdate(i)}t.__version=i.version}function ve(t,i,s){if(i.image.length!==6)return;let c=me(t,i),l=i.source;n.bindTexture(e.TEXTURE_CUBE_MAP,t.__webglTexture,e.TEXTURE0+s);let u=r.get(l);if(l.version!==u.__version||c===!0){n.activeTexture(e.TEXTURE0+s);let t=L.getPrimaries(L.workingColorSpace),r=i.colorSpace===``?null:L.getPrimaries(i.colorSpace),d=i.colorSpace===``||t===r?e.NONE:e.BROWSER_DEFAULT_WEBGL;n.pixelStorei(e.UNPACK_FLIP_Y_WEBGL,i.flipY),n.pixelStorei(e.UNPACK_PREMULTIPLY_ALPHA_WEBGL,i.premultiplyAlpha),n.pixelStorei(e.UNPACK_ALIGNMENT,i.unpackAlignment),n.pixelStorei(e.UNPACK_COLORSPACE_CONVERSION_WEBGL,d);let p=i.isCompressedTexture||i.image[0].isCompressedTexture,m=i.image[0]&&i.image[0].isDataTexture,h=[];for(let e=0;e<6;e++)!p&&!m?h[e]=b(i.image[e],!0,a.maxCubemapSize):h[e]=m?i.image[e].image:i.image[e],h[e]=Pe(i,h[e]);let g=h[0],_=o.convert(i.format,i.colorSpace),v=o.convert(i.type),y=T(i.internalFormat,_,v,i.normalized,i.colorSpace),C=i.isVideoTexture!==!0,w=u.__version===void 0||c===!0,O=l.dataReady,k=D(i,g);z(e.TEXTURE_CUBE_MAP,i);let A;if(i.isDepthTexture){if(y=E(i.format===f,i.type),w){if(C)n.texStorage2D(e.TEXTURE_CUBE_MAP,1,y,g.width,g.height);else for(let t=0;t<6;t++)n.texImage2D(e.TEXTURE_CUBE_MAP_POSITIVE_X+t,0,y,g.width,g.height,0,_,v,null)}}else if(p){C&&w&&n.texStorage2D(e.TEXTURE_CUBE_MAP,k,y,g.width,g.height);for(let t=0;t<6;t++){A=h[t].mipmaps;for(let r=0;r<A.length;r++){let a=A[r];i.format===1023?C?O&&n.texSubImage2D(e.TEXTURE_CUBE_MAP_POSITIVE_X+t,r,0,0,a.width,a.height,_,v,a.data):n.texImage2D(e.TEXTURE_CUBE_MAP_POSITIVE_X+t,r,y,a.width,a.height,0,_,v,a.data):_===null?K(`WebGLRenderer: Attempt to load unsupported compressed texture format in .setTextureCube()`):C?O&&n.compressedTexSubImage2D(e.TEXTURE_CUBE_MAP_POSITIVE_X+t,r,0,0,a.width,a.height,_,a.data):n.compressedTexImage2D(e.TEXTURE_CUBE_MAP_POSITIVE_X+t,r,y,a.width,a.height,0,a.data)}}}else{if(A=i.mipmaps,C&&w){A.length>0&&k++;let t=V(h[0]);n.texStorage2D(e.TEXTURE_CUBE_MAP,k,y,t.width,t.height)}for(let t=0;t<6;t++)if(m){C?O&&n.texSubImage2D(e.TEXTURE_CUBE_MAP_POSITIVE_X+t,0,0,0,h[t].width,h[t].height,_,v,h[t].data):n.texImage2D(e.TEXTURE_CUBE_MAP_POSITIVE_X+t,0,y,h[t].width,h[t].height,0,_,v,h[t].data);for(let r=0;r<A.length;r++){let i=A[r].image[t].image;C?O&&n.texSubImage2D(e.TEXTURE_CUBE_MAP_POSITIVE_X+t,r+1,0,0,i.width,i.height,_,v,i.data):n.texImage2D(e.TEXTURE_CUBE_MAP_POSITIVE_X+t,r+1,y,i.width,i.height,0,_,v,i.data)}}else{C?O&&n.texSubImage2D(e.TEXTURE_CUBE_MAP_POSITIVE_X+t,0,0,0,_,v,h[t]):n.texImage2D(e.TEXTURE_CUBE_MAP_POSITIVE_X+t,0,y,_,v,h[t]);for(let r=0;r<A.length;r++){let i=A[r];C?O&&n.texSubImage2D(e.TEXTURE_CUBE_MAP_POSITIVE_X+t,r+1,0,0,_,v,i.image[t]):n.texImage2D(e.TEXTURE_CUBE_MAP_POSITIVE_X+t,r+1,y,_,v,i.image[t])}}}x(i)&&i.mipmapsAutoUpdate===!0&&S(e.TEXTURE_CUBE_MAP),u.__version=l.version,i.onUpdate&&i.onUpdate(i)}t.__version=i.version}function xe(t,i,a,s,l,u){let d=o.convert(a.format,a.colorSpace),f=o.convert(a.type),p=T(a.internalFormat,d,f,a.normalized,a.colorSpace),m=r.get(i),h=r.get(a);if(h.__renderTarget=i,!m.__hasExternalTextures){let t=Math.max(1,i.width>>u),r=Math.max(1,i.height>>u);l===e.TEXTURE_3D||l===e.TEXTURE_2D_ARRAY?n.texImage3D(l,u,p,t,r,i.depth,0,d,f,null):n.texImage2D(l,u,p,t,r,0,d,f,null)}n.bindFramebuffer(e.FRAMEBUFFER,t),Me(i)?c.framebufferTexture2DMultisampleEXT(e.FRAMEBUFFER,s,l,h.__webglTexture,0,je(i)):(l===e.TEXTURE_2D||l>=e.TEXTURE_CUBE_MAP_POSITIVE_X&&l<=e.TEXTURE_CUBE_MAP_NEGATIVE_Z)&&e.framebufferTexture2D(e.FRAMEBUFFER,s,l,h.__webglTexture,u),n.bindFramebuffer(e.FRAMEBUFFER,null)}function Ce(t,n,r){if(e.bindRenderbuffer(e.RENDERBUFFER,t),n.depthBuffer){let i=n.depthTexture,a=i&&i.isDepthTexture?i.type:null,o=E(n.stencilBuffer,a),s=n.stencilBuffer?e.DEPTH_STENCIL_ATTACHMENT:e.DEPTH_ATTACHMENT;Me(n)?c.renderbufferStorageMultisampleEXT(e.RENDERBUFFER,je(n),o,n.width,n.height):r?e.renderbufferStorageMultisample(e.RENDERBUFFER,je(n),o,n.width,n.height):e.renderbufferStorage(e.RENDERBUFFER,o,n.width,n.height),e.framebufferRenderbuffer(e.FRAMEBUFFER,s,e.RENDERBUFFER,t)}else{let t=n.textures;for(let i=0;i<t.length;i++){let a=t[i],s=o.convert(a.format,a.colorSpace),l=o.convert(a.type),u=T(a.internalFormat,s,l,a.normalized,a.colorSpace);Me(n)?c.renderbufferStorageMultisampleEXT(e.RENDERBUFFER,je(n),u,n.width,n.height):r?e.renderbufferStorageMultisample(e.RENDERBUFFER,je(n),u,n.width,n.height):e.renderbufferStorage(e.RENDERBUFFER,u,n.width,n.height)}}e.bindRenderbuffer(e.RENDERBUFFER,null)}function we(t,i,a){let o=i.isWebGLCubeRenderTarget===!0;if(n.bindFramebuffer(e.FRAMEBUFFER,t),!(i.depthTexture&&i.depthTexture.isDepthTexture))throw Error(`THREE.WebGLTextures: renderTarget.depthTexture must be an instance of THREE.DepthTexture.`);let s=r.get(i.depthTexture);s.__renderTarget=i;let l=o?i.depthTexture.image[0]:i.depthTexture.image;s.__webglTexture&&l.width===i.width&&l.height===i.height||(l.width=i.width,l.height=i.height,i.depthTexture.needsUpdate=!0),o?ue(i.depthTexture,0):se(i.depthTexture,0);let u=s.__webglTexture,d=je(i),f=o?e.TEXTURE_CUBE_MAP_POSITIVE_X+a:e.TEXTURE_2D,p=i.depthTexture.format===1027?e.DEPTH_STENCIL_ATTACHMENT:e.DEPTH_ATTACHMENT;if(i.depthTexture.format===1026)Me(i)?c.framebufferTexture2DMultisampleEXT(e.FRAMEBUFFER,p,f,u,0,d):e.framebufferTexture2D(e.FRAMEBUFFER,p,f,u,0);else if(i.depthTexture.format===1027)Me(i)?c.framebufferTexture2DMultisampleEXT(e.FRAMEBUFFER,p,f,u,0,d):e.framebufferTexture2D(e.FRAMEBUFFER,p,f,u,0);else throw Error(`THREE.WebGLTextures: Unknown depthTexture format.`)}function Ee(t){let i=r.get(t),a=t.isWebGLCubeRenderTarget===!0;if(i.__boundDepthTexture!==t.depthTexture){let e=t.depthTexture;if(i.__depthDisposeCallback&&i.__depthDisposeCallback(),e){let t=()=>{delete i.__boundDepthTexture,delete i.__depthDisposeCallback,e.removeEventListener(`dispose`,t)};e.addEventListener(`dispose`,t),i.__depthDisposeCallback=t}i.__boundDepthTexture=e}if(t.depthTexture&&!i.__autoAllocateDepthBuffer){if(a)for(let e=0;e<6;e++)we(i.__webglFramebuffer[e],t,e);else t.texture.mipmaps.length>0?we(i.__webglFramebuffer[0],t,0):we(i.__webglFramebuffer,t,0)}else if(a){i.__webglDepthbuffer=[];for(let r=0;r<6;r++)if(n.bindFramebuffer(e.FRAMEBUFFER,i.__webglFramebuffer[r]),i.__webglDepthbuffer[r]===void 0)i.__webglDepthbuffer[r]=e.createRenderbuffer(),Ce(i.__webglDepthbuffer[r],t,!1);else{let n=t.stencilBuffer?e.DEPTH_STENCIL_ATTACHMENT:e.DEPTH_ATTACHMENT,a=i.__webglDepthbuffer[r];e.bindRenderbuffer(e.RENDERBUFFER,a),e.framebufferRenderbuffer(e.FRAMEBUFFER,n,e.RENDERBUFFER,a)}}else if(t.texture.mipmaps.length>0?n.bindFramebuffer(e.FRAMEBUFFER,i.__webglFramebuffer[0]):n.bindFramebuffer(e.FRAMEBUFFER,i.__webglFramebuffer),i.__webglDepthbuffer===void 0)i.__webglDepthbuffer=e.createRenderbuffer(),Ce(i.__webglDepthbuffer,t,!1);else{let n=t.stencilBuffer?e.DEPTH_STENCIL_ATTACHMENT:e.DEPTH_ATTACHMENT,r=i.__webglDepthbuffer;e.bindRenderbuffer(e.RENDERBUFFER,r),e.framebufferRenderbuffer(e.FRAMEBUFFER,n,e.RENDERBUFFER,r)}n.bindFramebuffer(e.FRAMEBUFFER,null)}function De(t,n,i){let a=r.get(t);n!==void 0&&xe(a.__webglFramebuffer,t,t.texture,e.COLOR_ATTACHMENT0,e.TEXTURE_2D,0),i!==void 0&&Ee(t)}function B(t){let i=t.texture,a=r.get(t),c=r.get(i);t.addEventListener(`dispose`,j),O(t);let l=t.textures,u=t.isWebGLCubeRenderTarget===!0,d=l.length>1;if(d||(c.__webglTexture===void 0&&(c.__webglTexture=e.createTexture()),c.__version=i.version,s.memory.textures++),u){a.__webglFramebuffer=[];for(let t=0;t<6;t++)if(i.mipmaps.length>0){a.__webglFramebuffer[t]=[];for(let n=0;n<i.mipmaps.length;n++)a.__webglFramebuffer[t][n]=e.createFramebuffer()}else a.__webglFramebuffer[t]=e.createFramebuffer()}else{if(i.mipmaps.length>0){a.__webglFramebuffer=[];for(let t=0;t<i.mipmaps.length;t++)a.__webglFramebuffer[t]=e.createFramebuffer()}else a.__webglFramebuffer=e.createFramebuffer();if(d)for(let t=0,n=l.length;t<n;t++){let n=r.get(l[t]);n.__webglTexture===void 0&&(n.__webglTexture=e.createTexture(),s.memory.textures++)}if(t.samples>0&&Me(t)===!1){a.__webglMultisampledFramebuffer=e.createFramebuffer(),a.__webglColorRenderbuffer=[],n.bindFramebuffer(e.FRAMEBUFFER,a.__webglMultisampledFramebuffer);for(let n=0;n<l.length;n++){let r=l[n];a.__webglColorRenderbuffer[n]=e.createRenderbuffer(),e.bindRenderbuffer(e.RENDERBUFFER,a.__webglColorRenderbuffer[n]);let i=o.convert(r.format,r.colorSpace),s=o.convert(r.type),c=T(r.internalFormat,i,s,r.normalized,r.colorSpace,t.isXRRenderTarget===!0),u=je(t);e.renderbufferStorageMultisample(e.RENDERBUFFER,u,c,t.width,t.height),e.framebufferRenderbuffer(e.FRAMEBUFFER,e.COLOR_ATTACHMENT0+n,e.RENDERBUFFER,a.__webglColorRenderbuffer[n])}e.bindRenderbuffer(e.RENDERBUFFER,null),t.depthBuffer&&(a.__webglDepthRenderbuffer=e.createRenderbuffer(),Ce(a.__webglDepthRenderbuffer,t,!0)),n.bindFramebuffer(e.FRAMEBUFFER,null)}}if(u){n.bindTexture(e.TEXTURE_CUBE_MAP,c.__webglTexture),z(e.TEXTURE_CUBE_MAP,i);for(let n=0;n<6;n++)if(i.mipmaps.length>0)for(let r=0;r<i.mipmaps.length;r++)xe(a.__webglFramebuffer[n][r],t,i,e.COLOR_ATTACHMENT0,e.TEXTURE_CUBE_MAP_POSITIVE_X+n,r);else xe(a.__webglFramebuffer[n],t,i,e.COLOR_ATTACHMENT0,e.TEXTURE_CUBE_MAP_POSITIVE_X+n,0);x(i)?S(e.TEXTURE_CUBE_MAP):i.mipmaps.length>0&&e.texParameteri(e.TEXTURE_CUBE_MAP,e.TEXTURE_MAX_LEVEL,i.mipmaps.length-1),n.unbindTexture()}else if(d){for(let i=0,o=l.length;i<o;i++){let o=l[i],s=r.get(o),c=e.TEXTURE_2D;(t.isWebGL3DRenderTarget||t.isWebGLArrayRenderTarget)&&(c=t.isWebGL3DRenderTarget?e.TEXTURE_3D:e.TEXTURE_2D_ARRAY),n.bindTexture(c,s.__webglTexture),z(c,o),xe(a.__webglFramebuffer,t,o,e.COLOR_ATTACHMENT0+i,c,0),x(o)&&S(c)}n.unbindTexture()}else{let r=e.TEXTURE_2D;if((t.isWebGL3DRenderTarget||t.isWebGLArrayRenderTarget)&&(r=t.isWebGL3DRenderTarget?e.TEXTURE_3D:e.TEXTURE_2D_ARRAY),n.bindTexture(r,c.__webglTexture),z(r,i),i.mipmaps.length>0)for(let n=0;n<i.mipmaps.length;n++)xe(a.__webglFramebuffer[n],t,i,e.COLOR_ATTACHMENT0,r,n);else xe(a.__webglFramebuffer,t,i,e.COLOR_ATTACHMENT0,r,0);x(i)?S(r):i.mipmaps.length>0&&e.texParameteri(r,e.TEXTURE_MAX_LEVEL,i.mipmaps.length-1),n.unbindTexture()}t.depthBuffer&&Ee(t)}function Oe(e){let t=e.textures;for(let i=0,a=t.length;i<a;i++){let a=t[i];if(x(a)&&a.mipmapsAutoUpdate===!0){let t=w(e),i=r.get(a).__webglTexture;n.bindTexture(t,i),S(t),n.unbindTexture()}}}let ke=[];function Ae(t){if(t.samples>0){if(Me(t)===!1){let i=t.textures,a=t.width,o=t.height,s=e.COLOR_BUFFER_BIT,c=t.stencilBuffer?e.DEPTH_STENCIL_ATTACHMENT:e.DEPTH_ATTACHMENT,u=r.get(t),d=i.length>1;if(d)for(let t=0;t<i.length;t++)n.bindFramebuffer(e.FRAMEBUFFER,u.__webglMultisampledFramebuffer),e.framebufferRenderbuffer(e.FRAMEBUFFER,e.COLOR_ATTACHMENT0+t,e.RENDERBUFFER,null),n.bindFramebuffer(e.FRAMEBUFFER,u.__webglFramebuffer),e.framebufferTexture2D(e.DRAW_FRAMEBUFFER,e.COLOR_ATTACHMENT0+t,e.TEXTURE_2D,null,0);n.bindFramebuffer(e.READ_FRAMEBUFFER,u.__webglMultisampledFramebuffer),t.texture.mipmaps.length>0?n.bindFramebuffer(e.DRAW_FRAMEBUFFER,u.__webglFramebuffer[0]):n.bindFramebuffer(e.DRAW_FRAMEBUFFER,u.__webglFramebuffer);for(let n=0;n<i.length;n++){if(t.resolveDepthBuffer&&(t.depthBuffer&&(s|=e.DEPTH_BUFFER_BIT),t.stencilBuffer&&t.resolveStencilBuffer&&(s|=e.STENCIL_BUFFER_BIT)),d){e.framebufferRenderbuffer(e.READ_FRAMEBUFFER,e.COLOR_ATTACHMENT0,e.RENDERBUFFER,u.__webglColorRenderbuffer[n]);let t=r.get(i[n]).__webglTexture;e.framebufferTexture2D(e.DRAW_FRAMEBUFFER,e.COLOR_ATTACHMENT0,e.TEXTURE_2D,t,0)}e.blitFramebuffer(0,0,a,o,0,0,a,o,s,e.NEAREST),l===!0&&(ke.length=0,ke.push(e.COLOR_ATTACHMENT0+n),t.depthBuffer&&t.storeMultisampledDepthBuffer===!1&&ke.push(c),e.invalidateFramebuffer(e.READ_FRAMEBUFFER,ke))}if(n.bindFramebuffer(e.READ_FRAMEBUFFER,null),n.bindFramebuffer(e.DRAW_FRAMEBUFFER,null),d)for(let t=0;t<i.length;t++){n.bindFramebuffer(e.FRAMEBUFFER,u.__webglMultisampledFramebuffer),e.framebufferRenderbuffer(e.FRAMEBUFFER,e.COLOR_ATTACHMENT0+t,e.RENDERBUFFER,u.__webglColorRenderbuffer[t]);let a=r.get(i[t]).__webglTexture;n.bindFramebuffer(e.FRAMEBUFFER,u.__webglFramebuffer),e.framebufferTexture2D(e.DRAW_FRAMEBUFFER,e.COLOR_ATTACHMENT0+t,e.TEXTURE_2D,a,0)}n.bindFramebuffer(e.DRAW_FRAMEBUFFER,u.__webglMultisampledFramebuffer)}else if(t.depthBuffer&&t.storeMultisampledDepthBuffer===!1&&l){let n=t.stencilBuffer?e.DEPTH_STENCIL_ATTACHMENT:e.DEPTH_ATTACHMENT;e.invalidateFramebuffer(e.DRAW_FRAMEBUFFER,[n])}}}function je(e){return Math.min(a.maxSamples,e.samples)}function Me(e){let n=r.get(e);return e.samples>0&&t.has(`WEBGL_multisampled_render_to_texture`)===!0&&n.__useRenderToTexture!==!1}function Ne(e){let t=s.render.frame;d.get(e)!==t&&(d.set(e,t),e.update())}function Pe(e,t){let n=e.colorSpace,r=e.format,i=e.type;return e.isCompressedTexture===!0||e.isVideoTexture===!0||n!==`srgb-linear`&&n!==``&&(L.getTransfer(n)===`srgb`?(r!==1023||i!==1009)&&K(`WebGLTextures: sRGB encoded textures have to use RGBAFormat and UnsignedByteType.`):nt(`WebGLTextures: Unsupported texture color space:`,n)),t}function V(e){return typeof HTMLImageElement<`u`&&e instanceof HTMLImageElement?(u.width=e.naturalWidth||e.width,u.height=e.naturalHeight||e.height):typeof VideoFrame<`u`&&e instanceof VideoFrame?(u.width=e.displayWidth,u.height=e.displayHeight):(u.width=e.width,u.height=e.height),u}this.allocateTextureUnit=R,this.resetTextureUnits=re,this.getTextureUnits=ie,this.setTextureUnits=I,this.setTexture2D=se,this.setTexture2DArray=ce,this.setTexture3D=le,this.setTextureCube=ue,this.rebindTextures=De,this.setupRenderTarget=B,this.updateRenderTargetMipmap=Oe,this.updateMultisampleRenderTarget=Ae,this.setupDepthRenderbuffer=Ee,this.setupFrameBufferTexture=xe,this.useMultisampledRTT=Me,this.dispose=P}function aa(e,t){function n(n,r=``){let i,a=L.getTransfer(r);if(n===1009)return e.UNSIGNED_BYTE;if(n===1017)return e.UNSIGNED_SHORT_4_4_4_4;if(n===1018)return e.UNSIGNED_SHORT_5_5_5_1;if(n===35902)return e.UNSIGNED_INT_5_9_9_9_REV;if(n===35899)return e.UNSIGNED_INT_10F_11F_11F_REV;if(n===1010)return e.BYTE;if(n===1011)return e.SHORT;if(n===1012)return e.UNSIGNED_SHORT;if(n===1013)return e.INT;if(n===1014)return e.UNSIGNED_INT;if(n===1015)return e.FLOAT;if(n===1016)return e.HALF_FLOAT;if(n===1021)return e.ALPHA;if(n===1022)return e.RGB;if(n===1023)return e.RGBA;if(n===1026)return e.DEPTH_COMPONENT;if(n===1027)return e.DEPTH_STENCIL;if(n===1028)return e.RED;if(n===1029)return e.RED_INTEGER;if(n===1030)return e.RG;if(n===1031)return e.RG_INTEGER;if(n===1033)return e.RGBA_INTEGER;if(n===33776||n===33777||n===33778||n===33779){if(a===`srgb`){if(i=t.get(`WEBGL_compressed_texture_s3tc_srgb`),i!==null){if(n===33776)return i.COMPRESSED_SRGB_S3TC_DXT1_EXT;if(n===33777)return i.COMPRESSED_SRGB_ALPHA_S3TC_DXT1_EXT;if(n===33778)return i.COMPRESSED_SRGB_ALPHA_S3TC_DXT3_EXT;if(n===33779)return i.COMPRESSED_SRGB_ALPHA_S3TC_DXT5_EXT}else return null}else if(i=t.get(`WEBGL_compressed_texture_s3tc`),i!==null){if(n===33776)return i.COMPRESSED_RGB_S3TC_DXT1_EXT;if(n===33777)return i.COMPRESSED_RGBA_S3TC_DXT1_EXT;if(n===33778)return i.COMPRESSED_RGBA_S3TC_DXT3_EXT;if(n===33779)return i.COMPRESSED_RGBA_S3TC_DXT5_EXT}else return null}if(n===35840||n===35841||n===35842||n===35843){if(i=t.get(`WEBGL_compressed_texture_pvrtc`),i!==null){if(n===35840)return i.COMPRESSED_RGB_PVRTC_4BPPV1_IMG;if(n===35841)return i.COMPRESSED_RGB_PVRTC_2BPPV1_IMG;if(n===35842)return i.COMPRESSED_RGBA_PVRTC_4BPPV1_IMG;if(n===35843)return i.COMPRESSED_RGBA_PVRTC_2BPPV1_IMG}else return null}if(n===36196||n===37492||n===37496||n===37488||n===37489||n===37490||n===37491){if(i=t.get(`WEBGL_compressed_texture_etc`),i!==null){if(n===36196||n===37492)return a===`srgb`?i.COMPRESSED_SRGB8_ETC2:i.COMPRESSED_RGB8_ETC2;if(n===37496)return a===`srgb`?i.COMPRESSED_SRGB8_ALPHA8_ETC2_EAC:i.COMPRESSED_RGBA8_ETC2_EAC;if(n===37488)return i.COMPRESSED_R11_EAC;if(n===37489)return i.COMPRESSED_SIGNED_R11_EAC;if(n===37490)return i.COMPRESSED_RG11_EAC;if(n===37491)return i.COMPRESSED_SIGNED_RG11_EAC}else return null}if(n===37808||n===37809||n===37810||n===37811||n===37812||n===37813||n===37814||n===37815||n===37816||n===37817||n===37818||n===37819||n===37820||n===37821){if(i=t.get(`WEBGL_compressed_texture_astc`),i!==null){if(n===37808)return a===`srgb`?i.COMPRESSED_SRGB8_ALPHA8_ASTC_4x4_KHR:i.COMPRESSED_RGBA_ASTC_4x4_KHR;if(n===37809)return a===`srgb`?i.COMPRESSED_SRGB8_ALPHA8_ASTC_5x4_KHR:i.COMPRESSED_RGBA_ASTC_5x4_KHR;if(n===37810)return a===`srgb`?i.COMPRESSED_SRGB8_ALPHA8_ASTC_5x5_KHR:i.COMPRESSED_RGBA_ASTC_5x5_KHR;if(n===37811)return a===`srgb`?i.COMPRESSED_SRGB8_ALPHA8_ASTC_6x5_KHR:i.COMPRESSED_RGBA_ASTC_6x5_KHR;if(n===37812)return a===`srgb`?i.COMPRESSED_SRGB8_ALPHA8_ASTC_6x6_KHR:i.COMPRESSED_RGBA_ASTC_6x6_KHR;if(n===37813)return a===`srgb`?i.COMPRESSED_SRGB8_ALPHA8_ASTC_8x5_KHR:i.COMPRESSED_RGBA_ASTC_8x5_KHR;if(n===37814)return a===`srgb`?i.COMPRESSED_SRGB8_ALPHA8_ASTC_8x6_KHR:i.COMPRESSED_RGBA_ASTC_8x6_KHR;if(n===37815)return a===`srgb`?i.COMPRESSED_SRGB8_ALPHA8_ASTC_8x8_KHR:i.COMPRESSED_RGBA_ASTC_8x8_KHR;if(n===37816)return a===`srgb`?i.COMPRESSED_SRGB8_ALPHA8_ASTC_10x5_KHR:i.COMPRESSED_RGBA_ASTC_10x5_KHR;if(n===37817)return a===`srgb`?i.COMPRESSED_SRGB8_ALPHA8_ASTC_10x6_KHR:i.COMPRESSED_RGBA_ASTC_10x6_KHR;if(n===37818)return a===`srgb`?i.COMPRESSED_SRGB8_ALPHA8_ASTC_10x8_KHR:i.COMPRESSED_RGBA_ASTC_10x8_KHR;if(n===37819)return a===`srgb`?i.COMPRESSED_SRGB8_ALPHA8_ASTC_10x10_KHR:i.COMPRESSED_RGBA_ASTC_10x10_KHR;if(n===37820)return a===`srgb`?i.COMPRESSED_SRGB8_ALPHA8_ASTC_12x10_KHR:i.COMPRESSED_RGBA_ASTC_12x10_KHR;if(n===37821)return a===`srgb`?i.COMPRESSED_SRGB8_ALPHA8_ASTC_12x12_KHR:i.COMPRESSED_RGBA_ASTC_12x12_KHR}else return null}if(n===36492||n===36494||n===36495){if(i=t.get(`EXT_texture_compression_bptc`),i!==null){if(n===36492)return a===`srgb`?i.COMPRESSED_SRGB_ALPHA_BPTC_UNORM_EXT:i.COMPRESSED_RGBA_BPTC_UNORM_EXT;if(n===36494)return i.COMPRESSED_RGB_BPTC_SIGNED_FLOAT_EXT;if(n===36495)return i.COMPRESSED_RGB_BPTC_UNSIGNED_FLOAT_EXT}else return null}if(n===36283||n===36284||n===36285||n===36286){if(i=t.get(`EXT_texture_compression_rgtc`),i!==null){if(n===36283)return i.COMPRESSED_RED_RGTC1_EXT;if(n===36284)return i.COMPRESSED_SIGNED_RED_RGTC1_EXT;if(n===36285)return i.COMPRESSED_RED_GREEN_RGTC2_EXT;if(n===36286)return i.COMPRESSED_SIGNED_RED_GREEN_RGTC2_EXT}else return null}return n===1020?e.UNSIGNED_INT_24_8:e[n]===void 0?null:e[n]}return{convert:n}}var oa=`
void main() {

	gl_Position = vec4( position, 1.0 );

}`,sa=`
uniform sampler2DArray depthColor;
uniform float depthWidth;
uniform float depthHeight;

void main() {

	vec2 coord = vec2( gl_FragCoord.x / depthWidth, gl_FragCoord.y / depthHeight );

	if ( coord.x >= 1.0 ) {

		gl_FragDepth = texture( depthColor, vec3( coord.x - 1.0, coord.y, 1 ) ).r;

	} else {

		gl_FragDepth = texture( depthColor, vec3( coord.x, coord.y, 0 ) ).r;

	}

}`,ca=class{constructor(){this.texture=null,this.mesh=null,this.depthNear=0,this.depthFar=0}init(e,t){if(this.texture===null){let n=new ce(e.texture);(e.depthNear!==t.depthNear||e.depthFar!==t.depthFar)&&(this.depthNear=e.depthNear,this.depthFar=e.depthFar),this.texture=n}}getMesh(e){if(this.texture!==null&&this.mesh===null){let t=e.cameras[0].viewport,n=new N({vertexShader:oa,fragmentShader:sa,uniforms:{depthColor:{value:this.texture},depthWidth:{value:t.z},depthHeight:{value:t.w}}});this.mesh=new G(new d(20,20),n)}return this.mesh}reset(){this.texture=null,this.mesh=null}getDepthTexture(){return this.texture}},la=class extends n{constructor(t,n){super();let i=this,a=null,o=1,s=null,c=`local-floor`,l=1,u=null,d=null,p=null,h=null,g=null,_=null,b=typeof XRWebGLBinding<`u`,x=new ca,S={},w=n.getContextAttributes(),T=null,E=null,D=[],O=[],k=new C,A=null,j=null,M=new mt;M.viewport=new fe;let N=new mt;N.viewport=new fe;let P=[M,N],F=new V,te=null,re=null;this.cameraAutoUpdate=!0,this.enabled=!1,this.isPresenting=!1,this.getController=function(t){let n=D[t];return n===void 0&&(n=new e,D[t]=n),n.getTargetRaySpace()},this.getControllerGrip=function(t){let n=D[t];return n===void 0&&(n=new e,D[t]=n),n.getGripSpace()},this.getHand=function(t){let n=D[t];return n===void 0&&(n=new e,D[t]=n),n.getHandSpace()};function ie(e){let t=O.indexOf(e.inputSource);if(t===-1)return;let n=D[t];n!==void 0&&(n.update(e.inputSource,e.frame,u||s),n.dispatchEvent({type:e.type,data:e.inputSource}))}function I(){a.removeEventListener(`select`,ie),a.removeEventListener(`selectstart`,ie),a.removeEventListener(`selectend`,ie),a.removeEventListener(`squeeze`,ie),a.removeEventListener(`squeezestart`,ie),a.removeEventListener(`squeezeend`,ie),a.removeEventListener(`end`,I),a.removeEventListener(`inputsourceschange`,ae);for(let e=0;e<D.length;e++){let t=O[e];t!==null&&(O[e]=null,D[e].disconnect(t))}te=null,re=null,x.reset();for(let e in S)delete S[e];if(t.setRenderTarget(T),g=null,h=null,p=null,a=null,E=null,le.stop(),i.isPresenting=!1,t.setPixelRatio(A),t.setSize(k.width,k.height,!1),j!==null){let e=j.camera;e.fov=j.fov,e.zoom=j.zoom,e.updateProjectionMatrix(),j=null}i.dispatchEvent({type:`sessionend`})}this.setFramebufferScaleFactor=function(e){o=e,i.isPresenting===!0&&K(`WebXRManager: Cannot change framebuffer scale while presenting.`)},this.setReferenceSpaceType=function(e){c=e,i.isPresenting===!0&&K(`WebXRManager: Cannot change reference space type while presenting.`)},this.getReferenceSpace=function(){return u||s},this.setReferenceSpace=function(e){u=e},this.getBaseLayer=function(){return h===null?g:h},this.getBinding=function(){return p===null&&b&&(p=new XRWebGLBinding(a,n)),p},this.getFrame=function(){return _},this.getSession=function(){return a},this.setSession=async function(e){if(a=e,a!==null){if(T=t.getRenderTarget(),a.addEventListener(`select`,ie),a.addEventListener(`selectstart`,ie),a.addEventListener(`selectend`,ie),a.addEventListener(`squeeze`,ie),a.addEventListener(`squeezestart`,ie),a.addEventListener(`squeezeend`,ie),a.addEventListener(`end`,I),a.addEventListener(`inputsourceschange`,ae),w.xrCompatible!==!0&&await n.makeXRCompatible(),A=t.getPixelRatio(),t.getSize(k),b&&`createProjectionLayer`in XRWebGLBinding.prototype){let e=null,i=null,s=null;w.depth&&(s=w.stencil?n.DEPTH24_STENCIL8:n.DEPTH_COMPONENT24,e=w.stencil?f:ee,i=w.stencil?v:ue);let c={colorFormat:n.RGBA8,depthFormat:s,scaleFactor:o};p=this.getBinding(),h=p.createProjectionLayer(c),a.updateRenderState({layers:[h]}),t.setPixelRatio(1),t.setSize(h.textureWidth,h.textureHeight,!1),E=new ne(h.textureWidth,h.textureHeight,{format:m,type:r,depthTexture:new y(h.textureWidth,h.textureHeight,i,void 0,void 0,void 0,void 0,void 0,void 0,e),stencilBuffer:w.stencil,colorSpace:t.outputColorSpace,samples:w.antialias?4:0,resolveDepthBuffer:h.ignoreDepthValues===!1,resolveStencilBuffer:h.ignoreDepthValues===!1,storeMultisampledDepthBuffer:h.ignoreDepthValues===!1,storeMultisampledStencilBuffer:h.ignoreDepthValues===!1})}else{let e={antialias:w.antialias,alpha:!0,depth:w.depth,stencil:w.stencil,framebufferScaleFactor:o};g=new XRWebGLLayer(a,n,e),a.updateRenderState({baseLayer:g}),t.setPixelRatio(1),t.setSize(g.framebufferWidth,g.framebufferHeight,!1),E=new ne(g.framebufferWidth,g.framebufferHeight,{format:m,type:r,colorSpace:t.outputColorSpace,stencilBuffer:w.stencil,resolveDepthBuffer:g.ignoreDepthValues===!1,resolveStencilBuffer:g.ignoreDepthValues===!1,storeMultisampledDepthBuffer:g.ignoreDepthValues===!1,storeMultisampledStencilBuffer:g.ignoreDepthValues===!1})}E.isXRRenderTarget=!0,this.setFoveation(l),u=null,s=await a.requestReferenceSpace(c),le.setContext(a),le.start(),i.isPresenting=!0,i.dispatchEvent({type:`sessionstart`})}},this.getEnvironmentBlendMode=function(){if(a!==null)return a.environmentBlendMode},this.getDepthTexture=function(){return x.getDepthTexture()};function ae(e){for(let t=0;t<e.removed.length;t++){let n=e.removed[t],r=O.indexOf(n);r>=0&&(O[r]=null,D[r].disconnect(n))}for(let t=0;t<e.added.length;t++){let n=e.added[t],r=O.indexOf(n);if(r===-1){for(let e=0;e<D.length;e++)if(e>=O.length){O.push(n),r=e;break}else if(O[e]===null){O[e]=n,r=e;break}if(r===-1)break}let i=D[r];i&&i.connect(n)}}function L(e,t){t===null?e.matrixWorld.copy(e.matrix):e.matrixWorld.multiplyMatrices(t.matrixWorld,e.matrix),e.matrixWorldInverse.copy(e.matrixWorld).invert()}this.updateCamera=function(e){if(a===null)return;let t=e.near,n=e.far;x.texture!==null&&(x.depthNear>0&&(t=x.depthNear),x.depthFar>0&&(n=x.depthFar)),F.near=N.near=M.near=t,F.far=N.far=M.far=n,(te!==F.near||re!==F.far)&&(a.updateRenderState({depthNear:F.near,depthFar:F.far}),te=F.near,re=F.far),F.layers.mask=e.layers.mask|6,M.layers.mask=F.layers.mask&-5,N.layers.mask=F.layers.mask&-3;let r=e.parent,i=F.cameras;L(F,r);for(let e=0;e<i.length;e++)L(i[e],r);F.projectionMatrix.copy(M.projectionMatrix),F.projectionMatrixInverse.copy(M.projectionMatrixInverse),j===null&&e.isPerspectiveCamera&&(j={camera:e,fov:e.fov,zoom:e.zoom}),R(e,F,r)};function R(e,t,n){n===null?e.matrix.copy(t.matrixWorld):(e.matrix.copy(n.matrixWorld),e.matrix.invert(),e.matrix.multiply(t.matrixWorld)),e.matrix.decompose(e.position,e.quaternion,e.scale),e.updateMatrixWorld(!0),e.projectionMatrix.copy(t.projectionMatrix),e.projectionMatrixInverse.copy(t.projectionMatrixInverse),e.isPerspectiveCamera&&(e.fov=ze*2*Math.atan(1/e.projectionMatrix.elements[5]),e.zoom=1)}this.getCamera=function(){return F},this.getFoveation=function(){if(h!==null||g!==null)return l},this.setFoveation=function(e){l=e,h!==null&&(h.fixedFoveation=e),g!==null&&g.fixedFoveation!==void 0&&(g.fixedFoveation=e)},this.hasDepthSensing=function(){return x.texture!==null},this.getDepthSensingMesh=function(){return x.getMesh(F)},this.getCameraTexture=function(e){return S[e]};let oe=null;function se(e,n){if(d=n.getViewerPose(u||s),_=n,d!==null){let e=d.views;g!==null&&(t.setRenderTargetFramebuffer(E,g.framebuffer),t.setRenderTarget(E));let n=!1;e.length!==F.cameras.length&&(F.cameras.length=0,n=!0);for(let r=0;r<e.length;r++){let i=e[r],a=null;if(g!==null)a=g.getViewport(i);else{let e=p.getViewSubImage(h,i);a=e.viewport,r===0&&(t.setRenderTargetTextures(E,e.colorTexture,e.depthStencilTexture),t.setRenderTarget(E))}let o=P[r];o===void 0&&(o=new mt,o.layers.enable(r),o.viewport=new fe,P[r]=o),o.matrix.fromArray(i.transform.matrix),o.matrix.decompose(o.position,o.quaternion,o.scale),o.projectionMatrix.fromArray(i.projectionMatrix),o.projectionMatrixInverse.copy(o.projectionMatrix).invert(),o.viewport.set(a.x,a.y,a.width,a.height),r===0&&(F.matrix.copy(o.matrix),F.matrix.decompose(F.position,F.quaternion,F.scale)),n===!0&&F.cameras.push(o)}let r=a.enabledFeatures;if(r&&r.includes(`depth-sensing`)&&a.depthUsage==`gpu-optimized`&&b){p=i.getBinding();let t=p.getDepthInformation(e[0]);t&&t.isValid&&t.texture&&x.init(t,a.renderState)}if(r&&r.includes(`camera-access`)&&b){t.state.unbindTexture(),p=i.getBinding();for(let t=0;t<e.length;t++){let n=e[t].camera;if(n){let e=S[n];e||(e=new ce,S[n]=e);let t=p.getCameraImage(n);e.sourceTexture=t}}}}for(let e=0;e<D.length;e++){let t=O[e],r=D[e];t!==null&&r!==void 0&&r.update(t,n,u||s)}oe&&oe(e,n),n.detectedPlanes&&i.dispatchEvent({type:`planesdetected`,data:n}),_=null}let le=new cn;le.setAnimationLoop(se),this.setAnimationLoop=function(e){oe=e},this.dispose=function(){}}},ua=new Me,da=new B;da.set(-1,0,0,0,1,0,0,0,1);function fa(e,t){function n(e,t){e.matrixAutoUpdate===!0&&e.updateMatrix(),t.value.copy(e.matrix)}function r(t,n){n.color.getRGB(t.fogColor.value,Ze(e)),n.isFog?(t.fogNear.value=n.near,t.fogFar.value=n.far):n.isFogExp2&&(t.fogDensity.value=n.density)}function i(e,t,n,r,i){t.isNodeMaterial?t.uniformsNeedUpdate=!1:t.isMeshBasicMaterial?a(e,t):t.isMeshLambertMaterial?(a(e,t),t.envMap&&(e.envMapIntensity.value=t.envMapIntensity)):t.isMeshToonMaterial?(a(e,t),d(e,t)):t.isMeshPhongMaterial?(a(e,t),u(e,t),t.envMap&&(e.envMapIntensity.value=t.envMapIntensity)):t.isMeshStandardMaterial?(a(e,t),f(e,t),t.isMeshPhysicalMaterial&&p(e,t,i)):t.isMeshMatcapMaterial?(a(e,t),m(e,t)):t.isMeshDepthMaterial?a(e,t):t.isMeshDistanceMaterial?(a(e,t),h(e,t)):t.isMeshNormalMaterial?a(e,t):t.isLineBasicMaterial?(o(e,t),t.isLineDashedMaterial&&s(e,t)):t.isPointsMaterial?c(e,t,n,r):t.isSpriteMaterial?l(e,t):t.isShadowMaterial?(e.color.value.copy(t.color),e.opacity.value=t.opacity):t.isShaderMaterial&&(t.uniformsNeedUpdate=!1)}function a(e,r){e.opacity.value=r.opacity,r.color&&e.diffuse.value.copy(r.color),r.emissive&&e.emissive.value.copy(r.emissive).multiplyScalar(r.emissiveIntensity),r.map&&(e.map.value=r.map,n(r.map,e.mapTransform)),r.alphaMap&&(e.alphaMap.value=r.alphaMap,n(r.alphaMap,e.alphaMapTransform)),r.bumpMap&&(e.bumpMap.value=r.bumpMap,n(r.bumpMap,e.bumpMapTransform),e.bumpScale.value=r.bumpScale,r.side===1&&(e.bumpScale.value*=-1)),r.normalMap&&(e.normalMap.value=r.normalMap,n(r.normalMap,e.normalMapTransform),e.normalScale.value.copy(r.normalScale),r.side===1&&e.normalScale.value.negate()),r.displacementMap&&(e.displacementMap.value=r.displacementMap,n(r.displacementMap,e.displacementMapTransform),e.displacementScale.value=r.displacementScale,e.displacementBias.value=r.displacementBias),r.emissiveMap&&(e.emissiveMap.value=r.emissiveMap,n(r.emissiveMap,e.emissiveMapTransform)),r.specularMap&&(e.specularMap.value=r.specularMap,n(r.specularMap,e.specularMapTransform)),r.alphaTest>0&&(e.alphaTest.value=r.alphaTest);let i=t.get(r),a=i.envMap,o=i.envMapRotation;a&&(e.envMap.value=a,e.envMapRotation.value.setFromMatrix4(ua.makeRotationFromEuler(o)).transpose(),a.isCubeTexture&&a.isRenderTargetTexture===!1&&e.envMapRotation.value.premultiply(da),e.reflectivity.value=r.reflectivity,e.ior.value=r.ior,e.refractionRatio.value=r.refractionRatio),r.lightMap&&(e.lightMap.value=r.lightMap,e.lightMapIntensity.value=r.lightMapIntensity,n(r.lightMap,e.lightMapTransform)),r.aoMap&&(e.aoMap.value=r.aoMap,e.aoMapIntensity.value=r.aoMapIntensity,n(r.aoMap,e.aoMapTransform))}function o(e,t){e.diffuse.value.copy(t.color),e.opacity.value=t.opacity,t.map&&(e.map.value=t.map,n(t.map,e.mapTransform))}function s(e,t){e.dashSize.value=t.dashSize,e.totalSize.value=t.dashSize+t.gapSize,e.scale.value=t.scale}function c(e,t,r,i){e.diffuse.value.copy(t.color),e.opacity.value=t.opacity,e.size.value=t.size*r,e.scale.value=i*.5,t.map&&(e.map.value=t.map,n(t.map,e.uvTransform)),t.alphaMap&&(e.alphaMap.value=t.alphaMap,n(t.alphaMap,e.alphaMapTransform)),t.alphaTest>0&&(e.alphaTest.value=t.alphaTest)}function l(e,t){e.diffuse.value.copy(t.color),e.opacity.value=t.opacity,e.rotation.value=t.rotation,t.map&&(e.map.value=t.map,n(t.map,e.mapTransform)),t.alphaMap&&(e.alphaMap.value=t.alphaMap,n(t.alphaMap,e.alphaMapTransform)),t.alphaTest>0&&(e.alphaTest.value=t.alphaTest)}function u(e,t){e.specular.value.copy(t.specular),e.shininess.value=Math.max(t.shininess,1e-4)}function d(e,t){t.gradientMap&&(e.gradientMap.value=t.gradientMap)}function f(e,t){e.metalness.value=t.metalness,t.metalnessMap&&(e.metalnessMap.value=t.metalnessMap,n(t.metalnessMap,e.metalnessMapTransform)),e.roughness.value=t.roughness,t.roughnessMap&&(e.roughnessMap.value=t.roughnessMap,n(t.roughnessMap,e.roughnessMapTransform)),t.envMap&&(e.envMapIntensity.value=t.envMapIntensity)}function p(e,t,r){e.ior.value=t.ior,t.diffuseRoughness>0&&(e.diffuseRoughness.value=t.diffuseRoughness,t.diffuseRoughnessMap&&(e.diffuseRoughnessMap.value=t.diffuseRoughnessMap,n(t.diffuseRoughnessMap,e.diffuseRoughnessMapTransform))),t.sheen>0&&(e.sheenColor.value.copy(t.sheenColor).multiplyScalar(t.sheen),e.sheenRoughness.value=t.sheenRoughness,t.sheenColorMap&&(e.sheenColorMap.value=t.sheenColorMap,n(t.sheenColorMap,e.sheenColorMapTransform)),t.sheenRoughnessMap&&(e.sheenRoughnessMap.value=t.sheenRoughnessMap,n(t.sheenRoughnessMap,e.sheenRoughnessMapTransform))),t.clearcoat>0&&(e.clearcoat.value=t.clearcoat,e.clearcoatRoughness.value=t.clearcoatRoughness,t.clearcoatMap&&(e.clearcoatMap.value=t.clearcoatMap,n(t.clearcoatMap,e.clearcoatMapTransform)),t.clearcoatRoughnessMap&&(e.clearcoatRoughnessMap.value=t.clearcoatRoughnessMap,n(t.clearcoatRoughnessMap,e.clearcoatRoughnessMapTransform)),t.clearcoatNormalMap&&(e.clearcoatNormalMap.value=t.clearcoatNormalMap,n(t.clearcoatNormalMap,e.clearcoatNormalMapTransform),e.clearcoatNormalScale.value.copy(t.clearcoatNormalScale),t.side===1&&e.clearcoatNormalScale.value.negate())),t.dispersion>0&&(e.dispersion.value=t.dispersion),t.retroreflectivity>0&&(e.retroreflectivity.value=t.retroreflectivity),t.iridescence>0&&(e.iridescence.value=t.iridescence,e.iridescenceIOR.value=t.iridescenceIOR,e.iridescenceThicknessMinimum.value=t.iridescenceThicknessMinimum,e.iridescenceThicknessMaximum.value=t.iridescenceThicknessMaximum,t.iridescenceMap&&(e.iridescenceMap.value=t.iridescenceMap,n(t.iridescenceMap,e.iridescenceMapTransform)),t.iridescenceThicknessMap&&(e.iridescenceThicknessMap.value=t.iridescenceThicknessMap,n(t.iridescenceThicknessMap,e.iridescenceThicknessMapTransform))),t.transmission>0&&(e.transmission.value=t.transmission,e.transmissionSamplerMap.value=r.texture,e.transmissionSamplerSize.value.set(r.width,r.height),t.transmissionMap&&(e.transmissionMap.value=t.transmissionMap,n(t.transmissionMap,e.transmissionMapTransform)),e.thickness.value=t.thickness,t.thicknessMap&&(e.thicknessMap.value=t.thicknessMap,n(t.thicknessMap,e.thicknessMapTransform)),e.attenuationDistance.value=t.attenuationDistance,e.attenuationColor.value.copy(t.attenuationColor)),t.anisotropy>0&&(e.anisotropyVector.value.set(t.anisotropy*Math.cos(t.anisotropyRotation),t.anisotropy*Math.sin(t.anisotropyRotation)),t.anisotropyMap&&(e.anisotropyMap.value=t.anisotropyMap,n(t.anisotropyMap,e.anisotropyMapTransform))),e.specularIntensity.value=t.specularIntensity,e.specularColor.value.copy(t.specularColor),t.specularColorMap&&(e.specularColorMap.value=t.specularColorMap,n(t.specularColorMap,e.specularColorMapTransform)),t.specularIntensityMap&&(e.specularIntensityMap.value=t.specularIntensityMap,n(t.specularIntensityMap,e.specularIntensityMapTransform))}function m(e,t){t.matcap&&(e.matcap.value=t.matcap)}function h(e,n){let r=t.get(n).light;e.referencePosition.value.setFromMatrixPosition(r.matrixWorld),e.nearDistance.value=r.shadow.camera.near,e.farDistance.value=r.shadow.camera.far}return{refreshFogUniforms:r,refreshMaterialUniforms:i}}function pa(e,t,n,r){let i={},a={};function o(e,t){let n=t.program;r.uniformBlockBinding(e,n,i[e.id])}function s(e,n){let o=i[e.id];o===void 0&&(m(e),o=c(e),i[e.id]=o,e.addEventListener(`dispose`,g));let s=n.program;r.updateUBOMapping(e,s);let u=t.render.frame;a[e.id]!==u&&(l(e),a[e.id]=u)}function c(t){let n=e.createBuffer(),r=t.__size,i=t.usage;return e.bindBuffer(e.UNIFORM_BUFFER,n),e.bufferData(e.UNIFORM_BUFFER,r,i),e.bindBuffer(e.UNIFORM_BUFFER,null),n}function l(t){let n=i[t.id],r=t.uniforms,a=t.__cache;e.bindBuffer(e.UNIFORM_BUFFER,n);for(let e=0,t=r.length;e<t;e++){let t=r[e];if(Array.isArray(t))for(let n=0,r=t.length;n<r;n++)u(t[n],e,n,a);else u(t,e,0,a)}e.bindBuffer(e.UNIFORM_BUFFER,null)}function u(t,n,r,i){if(f(t,n,r,i)===!0){let n=t.__offset,r=t.value;if(Array.isArray(r)){let e=0;for(let n=0;n<r.length;n++){let i=r[n],a=h(i,!0);d(i,t.__data,e),e+=a.storage/Float32Array.BYTES_PER_ELEMENT}}else d(r,t.__data,0);e.bufferSubData(e.UNIFORM_BUFFER,n,t.__data)}}function d(e,t,n){typeof e==`number`||typeof e==`boolean`?t[n]=e:e.isMatrix3?(t[n]=e.elements[0],t[n+1]=e.elements[1],t[n+2]=e.elements[2],t[n+3]=0,t[n+4]=e.elements[3],t[n+5]=e.elements[4],t[n+6]=e.elements[5],t[n+7]=0,t[n+8]=e.elements[6],t[n+9]=e.elements[7],t[n+10]=e.elements[8],t[n+11]=0):ArrayBuffer.isView(e)?t.set(e.subarray(0,t.length-n),n):e.toArray(t,n)}function f(e,t,n,r){let i=e.value,a=t+`_`+n;if(Array.isArray(i)){r[a]===void 0&&(r[a]=[]);let e=r[a],t=!1;for(let n=0;n<i.length;n++)p(i[n],e,n)===!0&&(t=!0);return t}return p(i,r,a)}function p(e,t,n){if(t[n]===void 0)return t[n]=typeof e==`number`||typeof e==`boolean`?e:ArrayBuffer.isView(e)?e.slice():e.clone(),!0;{let r=t[n];if(typeof e==`number`||typeof e==`boolean`){if(r!==e)return t[n]=e,!0}else if(ArrayBuffer.isView(e))return!0;else if(r.equals(e)===!1)return r.copy(e),!0}return!1}function m(e){let t=e.uniforms,n=0;for(let e=0,r=t.length;e<r;e++){let r=Array.isArray(t[e])?t[e]:[t[e]];for(let i=0,a=r.length;i<a;i++){let a=r[i],o=Array.isArray(a.value)?a.value:[a.value],s=Array.isArray(t[e])||Array.isArray(a.value),c=n;for(let e=0,t=o.length;e<t;e++){let t=o[e],r=h(t,s),i=n%16,a=i%r.boundary,l=i+a;n+=a,l!==0&&16-l<r.storage&&(n+=16-l),e===0&&(c=n),n+=r.storage}a.__data=new(a.type===`int`?Int32Array:a.type===`uint`?Uint32Array:Float32Array)((n-c)/Float32Array.BYTES_PER_ELEMENT),a.__offset=c}}let r=n%16;return r>0&&(n+=16-r),e.__size=n,e.__cache={},this}function h(e,t){let n={boundary:0,storage:0};return typeof e==`number`||typeof e==`boolean`?(n.boundary=4,n.storage=4):e.isVector2?(n.boundary=8,n.storage=8):e.isVector3||e.isColor?(n.boundary=16,n.storage=12):e.isVector4?(n.boundary=16,n.storage=16):e.isMatrix3?(n.boundary=16,n.storage=48):e.isMatrix4?(n.boundary=16,n.storage=64):e.isTexture?K(`WebGLRenderer: Texture samplers can not be part of an uniforms group.`):ArrayBuffer.isView(e)?(n.boundary=16,n.storage=e.byteLength):K(`WebGLRenderer: Unsupported uniform value type.`,e),t===!0&&(n.boundary=16,n.storage=Math.ceil(n.storage/16)*16),n}function g(t){let n=t.target;n.removeEventListener(`dispose`,g),e.deleteBuffer(i[n.id]),delete i[n.id],delete a[n.id]}function _(){for(let t in i)e.deleteBuffer(i[t]);i={},a={}}return{bind:o,update:s,dispose:_}}var ma=new Uint16Array([12469,15057,12620,14925,13266,14620,13807,14376,14323,13990,14545,13625,14713,13328,14840,12882,14931,12528,14996,12233,15039,11829,15066,11525,15080,11295,15085,10976,15082,10705,15073,10495,13880,14564,13898,14542,13977,14430,14158,14124,14393,13732,14556,13410,14702,12996,14814,12596,14891,12291,14937,11834,14957,11489,14958,11194,14943,10803,14921,10506,14893,10278,14858,9960,14484,14039,14487,14025,14499,13941,14524,13740,14574,13468,14654,13106,14743,12678,14818,12344,14867,11893,14889,11509,14893,11180,14881,10751,14852,10428,14812,10128,14765,9754,14712,9466,14764,13480,14764,13475,14766,13440,14766,13347,14769,13070,14786,12713,14816,12387,14844,11957,14860,11549,14868,11215,14855,10751,14825,10403,14782,10044,14729,9651,14666,9352,14599,9029,14967,12835,14966,12831,14963,12804,14954,12723,14936,12564,14917,12347,14900,11958,14886,11569,14878,11247,14859,10765,14828,10401,14784,10011,14727,9600,14660,9289,14586,8893,14508,8533,15111,12234,15110,12234,15104,12216,15092,12156,15067,12010,15028,11776,14981,11500,14942,11205,14902,10752,14861,10393,14812,9991,14752,9570,14682,9252,14603,8808,14519,8445,14431,8145,15209,11449,15208,11451,15202,11451,15190,11438,15163,11384,15117,11274,15055,10979,14994,10648,14932,10343,14871,9936,14803,9532,14729,9218,14645,8742,14556,8381,14461,8020,14365,7603,15273,10603,15272,10607,15267,10619,15256,10631,15231,10614,15182,10535,15118,10389,15042,10167,14963,9787,14883,9447,14800,9115,14710,8665,14615,8318,14514,7911,14411,7507,14279,7198,15314,9675,15313,9683,15309,9712,15298,9759,15277,9797,15229,9773,15166,9668,15084,9487,14995,9274,14898,8910,14800,8539,14697,8234,14590,7790,14479,7409,14367,7067,14178,6621,15337,8619,15337,8631,15333,8677,15325,8769,15305,8871,15264,8940,15202,8909,15119,8775,15022,8565,14916,8328,14804,8009,14688,7614,14569,7287,14448,6888,14321,6483,14088,6171,15350,7402,15350,7419,15347,7480,15340,7613,15322,7804,15287,7973,15229,8057,15148,8012,15046,7846,14933,7611,14810,7357,14682,7069,14552,6656,14421,6316,14251,5948,14007,5528,15356,5942,15356,5977,15353,6119,15348,6294,15332,6551,15302,6824,15249,7044,15171,7122,15070,7050,14949,6861,14818,6611,14679,6349,14538,6067,14398,5651,14189,5311,13935,4958,15359,4123,15359,4153,15356,4296,15353,4646,15338,5160,15311,5508,15263,5829,15188,6042,15088,6094,14966,6001,14826,5796,14678,5543,14527,5287,14377,4985,14133,4586,13869,4257,15360,1563,15360,1642,15358,2076,15354,2636,15341,3350,15317,4019,15273,4429,15203,4732,15105,4911,14981,4932,14836,4818,14679,4621,14517,4386,14359,4156,14083,3795,13808,3437,15360,122,15360,137,15358,285,15355,636,15344,1274,15322,2177,15281,2765,15215,3223,15120,3451,14995,3569,14846,3567,14681,3466,14511,3305,14344,3121,14037,2800,13753,2467,15360,0,15360,1,15359,21,15355,89,15346,253,15325,479,15287,796,15225,1148,15133,1492,15008,1749,14856,1882,14685,1886,14506,1783,14324,1608,13996,1398,13702,1183]),ha=null;function ga(){return ha===null&&(ha=new A(ma,16,16,je,pe),ha.name=`DFG_LUT`,ha.minFilter=Re,ha.magFilter=Re,ha.wrapS=i,ha.wrapT=i,ha.generateMipmaps=!1,ha.needsUpdate=!0),ha}var _a=class{constructor(e={}){let{canvas:t=ct(),context:n=null,depth:i=!0,stencil:a=!1,alpha:o=!1,antialias:s=!1,premultipliedAlpha:c=!0,preserveDrawingBuffer:l=!1,powerPreference:u=`default`,failIfMajorPerformanceCaveat:d=!1,reversedDepthBuffer:f=!1,outputBufferType:p=r}=e;this.isWebGLRenderer=!0;let m;if(n!==null){if(typeof WebGLRenderingContext<`u`&&n instanceof WebGLRenderingContext)throw Error(`THREE.WebGLRenderer: WebGL 1 is not supported since r163.`);m=n.getContextAttributes().alpha}else m=o;let _=p,y=new Set([x,et,ft]),b=new Set([r,ue,tt,v,g,T]),S=new Uint32Array(4),C=new Int32Array(4),E={textures:[],min:[],max:[],resolution:[]},D=null,O=null,k=[],A=[],j=null;this.domElement=t,this.debug={checkShaderErrors:!0,diagnostics:{keywords:!1},onShaderError:null},this.autoClear=!0,this.autoClearColor=!0,this.autoClearDepth=!0,this.autoClearStencil=!0,this.sortObjects=!0,this.clippingPlanes=[],this.localClippingEnabled=!1,this.toneMapping=0,this.toneMappingExposure=1,this.transmissionResolutionScale=1;let M=this,N=!1,P=null,ee=null,F=null,te=null;this._outputColorSpace=R;let re=0,ie=0,I=null,ae=-1,oe=null,se=new fe,ce=new fe,le=null,de=new q(0),me=0,ge=t.width,_e=t.height,ve=1,ye=null,xe=null,Se=new fe(0,0,ge,_e),Ce=new fe(0,0,ge,_e),we=!1,Te=new h,Ee=new w,De=!1,B=!1,Oe=new Me,ke=new z,Ae=new fe,je={background:null,fog:null,environment:null,overrideMaterial:null,isScene:!0},Ne=!1;function Pe(){return I===null?ve:1}let V=n;function Fe(e,n){return t.getContext(e,n)}let Ie,Le,H,Re,U,W,ze,Be,Ve,He,Ue,Ge,Ke,qe,Je,Ye,Xe,Ze,Qe,$e,G,rt,it;try{let e={alpha:!0,depth:i,stencil:a,antialias:s,premultipliedAlpha:c,preserveDrawingBuffer:l,powerPreference:u,failIfMajorPerformanceCaveat:d};if(`setAttribute`in t&&t.setAttribute(`data-engine`,`three.js r187`),t.addEventListener(`webglcontextlost`,lt,!1),t.addEventListener(`webglcontextrestored`,ut,!1),t.addEventListener(`webglcontextcreationerror`,dt,!1),V===null){let t=`webgl2`;if(V=Fe(t,e),V===null)throw Fe(t)?Error(`THREE.WebGLRenderer: Error creating WebGL context with your selected attributes.`):Error(`THREE.WebGLRenderer: Error creating WebGL context.`)}ot()}catch(e){throw t.removeEventListener(`webglcontextlost`,lt,!1),t.removeEventListener(`webglcontextrestored`,ut,!1),t.removeEventListener(`webglcontextcreationerror`,dt,!1),nt(`WebGLRenderer: `+e.message),e}function ot(){Ie=new Ln(V),Ie.init(),G=new aa(V,Ie),Le=new _n(V,Ie,e,G),H=new ra(V,Ie),Le.reversedDepthBuffer&&f&&H.buffers.depth.setReversed(!0),ee=V.createFramebuffer(),F=V.createFramebuffer(),te=V.createFramebuffer(),Re=new Bn(V),U=new Li,W=new ia(V,Ie,H,U,Le,G,Re),ze=new In(M),Be=new ln(V),rt=new hn(V,Be),Ve=new Rn(V,Be,Re,rt),He=new Hn(V,Ve,Be,rt,Re),Ze=new Vn(V,Le,W),Je=new vn(U),Ue=new Ii(M,ze,Ie,Le,rt,Je),Ge=new fa(M,U),Ke=new Vi,qe=new Ji(Ie),Xe=new mn(M,ze,H,He,m,c),Ye=new na(M,He,Le),it=new pa(V,Re,Le,H),Qe=new gn(V,Ie,Re),$e=new zn(V,Ie,Re),Re.programs=Ue.programs,M.capabilities=Le,M.extensions=Ie,M.properties=U,M.renderLists=Ke,M.shadowMap=Ye,M.state=H,M.info=Re}_!==1009&&(j=new Wn(_,t.width,t.height,s,i,a));let st=new la(M,V);this.xr=st,this.getContext=function(){return V},this.getContextAttributes=function(){return V.getContextAttributes()},this.forceContextLoss=function(){let e=Ie.get(`WEBGL_lose_context`);e&&e.loseContext()},this.forceContextRestore=function(){let e=Ie.get(`WEBGL_lose_context`);e&&e.restoreContext()},this.getPixelRatio=function(){return ve},this.setPixelRatio=function(e){e!==void 0&&(ve=e,this.setSize(ge,_e,!1))},this.getSize=function(e){return e.set(ge,_e)},this.setSize=function(e,n,r=!0){st.isPresenting?K(`WebGLRenderer: Can't change size while VR device is presenting.`):(ge=e,_e=n,t.width=Math.floor(e*ve),t.height=Math.floor(n*ve),r===!0&&(t.style.width=e+`px`,t.style.height=n+`px`),j!==null&&j.setSize(t.width,t.height),this.setViewport(0,0,e,n))},this.getDrawingBufferSize=function(e){return e.set(ge*ve,_e*ve).floor()},this.setDrawingBufferSize=function(e,n,r){ge=e,_e=n,ve=r,t.width=Math.floor(e*r),t.height=Math.floor(n*r),this.setViewport(0,0,e,n)},this.setEffects=function(e){if(_===1009)nt(`WebGLRenderer: setEffects() requires outputBufferType set to HalfFloatType or FloatType.`);else{if(e){for(let t=0;t<e.length;t++)if(e[t].isOutputPass===!0){K(`WebGLRenderer: OutputPass is not needed in setEffects(). Tone mapping and color space conversion are applied automatically.`);break}}j.setEffects(e||[])}},this.getCurrentViewport=function(e){return e.copy(se)},this.getViewport=function(e){return e.copy(Se)},this.setViewport=function(e,t,n,r){e.isVector4?Se.set(e.x,e.y,e.z,e.w):Se.set(e,t,n,r),H.viewport(se.copy(Se).multiplyScalar(Pe()).round())},this.getScissor=function(e){return e.copy(Ce)},this.setScissor=function(e,t,n,r){e.isVector4?Ce.set(e.x,e.y,e.z,e.w):Ce.set(e,t,n,r),H.scissor(ce.copy(Ce).multiplyScalar(Pe()).round())},this.getScissorTest=function(){return we},this.setScissorTest=function(e){H.setScissorTest(we=e)},this.setOpaqueSort=function(e){ye=e},this.setTransparentSort=function(e){xe=e},this.getClearColor=function(e){return e.copy(Xe.getClearColor())},this.setClearColor=function(){Xe.setClearColor(...arguments)},this.getClearAlpha=function(){return Xe.getClearAlpha()},this.setClearAlpha=function(){Xe.setClearAlpha(...arguments)},this.clear=function(e=!0,t=!0,n=!0){let r=0;if(e){let e=!1;if(I!==null){let t=I.texture.format;e=y.has(t)}if(e){let e=I.texture.type,t=b.has(e),n=Xe.getClearColor(),r=Xe.getClearAlpha(),i=n.r,a=n.g,o=n.b;t?(S[0]=i,S[1]=a,S[2]=o,S[3]=r,V.clearBufferuiv(V.COLOR,0,S)):(C[0]=i,C[1]=a,C[2]=o,C[3]=r,V.clearBufferiv(V.COLOR,0,C))}else r|=V.COLOR_BUFFER_BIT}t&&(r|=V.DEPTH_BUFFER_BIT,this.state.buffers.depth.setMask(!0)),n&&(r|=V.STENCIL_BUFFER_BIT,this.state.buffers.stencil.setMask(4294967295)),r!==0&&V.clear(r)},this.clearColor=function(){this.clear(!0,!1,!1)},this.clearDepth=function(){this.clear(!1,!0,!1)},this.clearStencil=function(){this.clear(!1,!1,!0)},this.setNodesHandler=function(e){e.setRenderer(this),P=e},this.dispose=function(){t.removeEventListener(`webglcontextlost`,lt,!1),t.removeEventListener(`webglcontextrestored`,ut,!1),t.removeEventListener(`webglcontextcreationerror`,dt,!1),Xe.dispose(),Ke.dispose(),qe.dispose(),W.dispose(),U.dispose(),ze.dispose(),He.dispose(),Ve.dispose(),rt.dispose(),it.dispose(),Ue.dispose(),st.dispose(),st.removeEventListener(`sessionstart`,yt),st.removeEventListener(`sessionend`,bt),xt.stop()};function lt(e){e.preventDefault(),at(`WebGLRenderer: Context Lost.`),N=!0}function ut(){at(`WebGLRenderer: Context Restored.`),N=!1;let e=Re.autoReset,t=Ye.enabled,n=Ye.autoUpdate,r=Ye.needsUpdate,i=Ye.type;ot(),Re.autoReset=e,Ye.enabled=t,Ye.autoUpdate=n,Ye.needsUpdate=r,Ye.type=i}function dt(e){nt(`WebGLRenderer: A WebGL context could not be created. Reason: `,e.statusMessage)}function pt(e){let t=e.target;t.removeEventListener(`dispose`,pt),mt(t)}function mt(e){ht(e),U.remove(e)}function ht(e){let t=U.get(e).programs;t!==void 0&&(t.forEach(function(e){Ue.releaseProgram(e)}),e.isShaderMaterial&&Ue.releaseShaderCache(e))}this.renderBufferDirect=function(e,t,n,r,i,a){t===null&&(t=je);let o=i.isMesh&&i.matrixWorld.determinantAffine()<0,s=jt(e,t,n,r,i);H.setMaterial(r,o);let c=n.index,l=1;if(r.wireframe===!0){if(c=Ve.getWireframeAttribute(n),c===void 0)return;l=2}let u=n.drawRange,d=n.attributes.position,f=u.start*l,p=(u.start+u.count)*l;a!==null&&(f=Math.max(f,a.start*l),p=Math.min(p,(a.start+a.count)*l)),c===null?d!=null&&(f=Math.max(f,0),p=Math.min(p,d.count)):(f=Math.max(f,0),p=Math.min(p,c.count));let m=p-f;if(m<0||m===1/0)return;rt.setup(i,r,s,n,c);let h,g=Qe;if(c!==null&&(h=Be.get(c),g=$e,g.setIndex(h)),i.isMesh)r.wireframe===!0?(H.setLineWidth(r.wireframeLinewidth*Pe()),g.setMode(V.LINES)):g.setMode(V.TRIANGLES);else if(i.isLine){let e=r.linewidth;e===void 0&&(e=1),H.setLineWidth(e*Pe()),i.isLineSegments?g.setMode(V.LINES):i.isLineLoop?g.setMode(V.LINE_LOOP):g.setMode(V.LINE_STRIP)}else i.isPoints?g.setMode(V.POINTS):i.isSprite&&g.setMode(V.TRIANGLES);if(i.isBatchedMesh){if(Ie.get(`WEBGL_multi_draw`))g.renderMultiDraw(i._multiDrawStarts,i._multiDrawCounts,i._multiDrawCount);else{let e=i._multiDrawStarts,t=i._multiDrawCounts,n=i._multiDrawCount,a=c?Be.get(c).bytesPerElement:1,o=U.get(r).currentProgram.getUniforms();for(let r=0;r<n;r++)o.setValue(V,`_gl_DrawID`,r),g.render(e[r]/a,t[r])}}else if(i.isInstancedMesh)g.renderInstances(f,m,i.count);else if(n.isInstancedBufferGeometry){let e=n._maxInstanceCount===void 0?1/0:n._maxInstanceCount,t=Math.min(n.instanceCount,e);g.renderInstances(f,m,t)}else g.render(f,m)};function gt(e,t,n,r){P!==null&&e.isNodeMaterial&&P.setObject(r,e),De===!0&&Je.setState(e,n,!1),e.transparent===!0&&e.side===2&&e.forceSinglePass===!1?(e.side=1,e.needsUpdate=!0,Ot(e,t,r),e.side=0,e.needsUpdate=!0,Ot(e,t,r),e.side=2):Ot(e,t,r)}this.compile=function(e,t,n=null){n===null&&(n=e),P!==null&&P.renderStart(e,t,n),O=qe.get(n),O.init(t),A.push(O),n.traverseVisible(function(e){e.isLight&&e.layers.test(t.layers)&&(O.pushLight(e),e.castShadow&&O.pushShadow(e))}),e!==n&&e.traverseVisible(function(e){e.isLight&&e.layers.test(t.layers)&&(O.pushLight(e),e.castShadow&&O.pushShadow(e))}),O.setupLights(),P!==null&&P.updateLights(O.state.lightsArray),B=this.localClippingEnabled,De=Je.init(this.clippingPlanes,B),De===!0&&Je.setGlobalState(this.clippingPlanes,t),P!==null&&Ye.render(O.state.shadowsArray,n,t);let r=new Set;return e.traverse(function(e){if(!(e.isMesh||e.isPoints||e.isLine||e.isSprite))return;let i=e.material;if(i){if(Array.isArray(i))for(let a=0;a<i.length;a++){let o=i[a];gt(o,n,t,e),r.add(o)}else gt(i,n,t,e),r.add(i)}}),O=A.pop(),P!==null&&P.renderEnd(),r},this.compileAsync=function(e,t,n=null){let r=this.compile(e,t,n);return new Promise(t=>{function n(){r.forEach(function(e){let t=U.get(e).currentProgram;(t===void 0||t.isReady())&&r.delete(e)}),r.size===0?t(e):setTimeout(n,10)}Ie.get(`KHR_parallel_shader_compile`)===null?setTimeout(n,10):n()})};let _t=null;function vt(e){_t&&_t(e)}function yt(){xt.stop()}function bt(){xt.start()}let xt=new cn;xt.setAnimationLoop(vt),typeof self<`u`&&xt.setContext(self),this.setAnimationLoop=function(e){_t=e,st.setAnimationLoop(e),e===null?xt.stop():xt.start()},st.addEventListener(`sessionstart`,yt),st.addEventListener(`sessionend`,bt),this.render=function(e,t){if(t!==void 0&&t.isCamera!==!0){nt(`WebGLRenderer.render: camera is not an instance of THREE.Camera.`);return}if(N===!0)return;P!==null&&P.renderStart(e,t);let n=st.enabled===!0&&st.isPresenting===!0,r=j!==null&&(I===null||n)&&j.begin(M,I);if(e.matrixWorldAutoUpdate===!0&&e.updateMatrixWorld(),t.parent===null&&t.matrixWorldAutoUpdate===!0&&t.updateMatrixWorld(),st.enabled===!0&&st.isPresenting===!0&&(j===null||j.isCompositing()===!1)&&(st.cameraAutoUpdate===!0&&st.updateCamera(t),t=st.getCamera()),e.isScene===!0&&e.onBeforeRender(M,e,t,I),O=qe.get(e,A.length),O.init(t),O.state.textureUnits=W.getTextureUnits(),A.push(O),Oe.multiplyMatrices(t.projectionMatrix,t.matrixWorldInverse),t.isArrayCamera?Ee.setFromArrayCamera(t):Te.setFromProjectionMatrix(Oe,he,t.reversedDepth),B=this.localClippingEnabled,De=Je.init(this.clippingPlanes,B),D=Ke.get(e,k.length),D.init(),k.push(D),this.info.render.frame++,st.enabled===!0&&st.isPresenting===!0){let e=M.xr.getDepthSensingMesh();e!==null&&St(e,t,-1/0,M.sortObjects)}St(e,t,0,M.sortObjects),D.finish(),P!==null&&P.updateLights(O.state.lightsArray),M.sortObjects===!0&&D.sort(ye,xe),Ne=st.enabled===!1||st.isPresenting===!1||st.hasDepthSensing()===!1,Ne&&Xe.addToRenderList(D,e),this.info.autoReset===!0&&this.info.reset(),De===!0&&Je.beginShadows();let i=O.state.shadowsArray;if(Ye.render(i,e,t),De===!0&&Je.endShadows(),(r&&j.hasRenderPass())===!1){let n=D.opaque,r=D.transmissive;if(O.setupLights(),t.isArrayCamera){let i=t.cameras;if(r.length>0)for(let t=0,a=i.length;t<a;t++){let a=i[t];wt(n,r,e,a)}Ne&&Xe.render(e);for(let t=0,n=i.length;t<n;t++){let n=i[t];Ct(D,e,n,n.viewport)}}else r.length>0&&wt(n,r,e,t),Ne&&Xe.render(e),Ct(D,e,t)}I!==null&&ie===0&&(W.updateMultisampleRenderTarget(I),W.updateRenderTargetMipmap(I)),r&&j.end(M),e.isScene===!0&&e.onAfterRender(M,e,t),rt.resetDefaultState(),ae=-1,oe=null,A.pop(),A.length>0?(O=A[A.length-1],W.setTextureUnits(O.state.textureUnits),De===!0&&Je.setGlobalState(M.clippingPlanes,O.state.camera)):O=null,k.pop(),D=k.length>0?k[k.length-1]:null,P!==null&&P.renderEnd()};function St(e,t,n,r){if(e.visible===!1)return;if(e.layers.test(t.layers)){if(e.isGroup)n=e.renderOrder;else if(e.isLOD)e.autoUpdate===!0&&e.update(t);else if(e.isLight)O.pushLight(e),e.castShadow&&O.pushShadow(e);else if(e.isSprite){let i=t.isArrayCamera?Ee:Te;if(!e.frustumCulled||e.intersectsFrustum(i)){r&&Ae.setFromMatrixPosition(e.matrixWorld).applyMatrix4(Oe);let i=He.update(e),a=e.material;a.visible&&D.push(e,i,a,n,Ae.z,null,t)}}else if(e.isMesh||e.isLine||e.isPoints){let i=t.isArrayCamera?Ee:Te;if(!e.frustumCulled||e.intersectsFrustum(i)){let i=He.update(e),a=e.material;if(r&&(e.boundingSphere===void 0?(i.boundingSphere===null&&i.computeBoundingSphere(),Ae.copy(i.boundingSphere.center)):(e.boundingSphere===null&&e.computeBoundingSphere(),Ae.copy(e.boundingSphere.center)),Ae.applyMatrix4(e.matrixWorld).applyMatrix4(Oe)),Array.isArray(a)){let r=i.groups;for(let o=0,s=r.length;o<s;o++){let s=r[o],c=a[s.materialIndex];c&&c.visible&&D.push(e,i,c,n,Ae.z,s,t)}}else a.visible&&D.push(e,i,a,n,Ae.z,null,t)}}}let i=e.children;for(let e=0,a=i.length;e<a;e++)St(i[e],t,n,r)}function Ct(e,t,n,r){let{opaque:i,transmissive:a,transparent:o}=e;O.setupLightsView(n),De===!0&&Je.setGlobalState(M.clippingPlanes,n),r&&H.viewport(se.copy(r)),i.length>0&&Tt(i,t,n),a.length>0&&Tt(a,t,n),o.length>0&&Tt(o,t,n),H.buffers.depth.setTest(!0),H.buffers.depth.setMask(!0),H.buffers.color.setMask(!0),H.setPolygonOffset(!1)}function wt(e,t,n,i){if((n.isScene===!0?n.overrideMaterial:null)!==null)return;if(O.state.transmissionRenderTarget[i.id]===void 0){let e=Ie.has(`EXT_color_buffer_half_float`)||Ie.has(`EXT_color_buffer_float`);O.state.transmissionRenderTarget[i.id]=new ne(1,1,{generateMipmaps:!0,type:e?pe:r,minFilter:be,samples:Math.max(4,Le.samples),stencilBuffer:a,resolveDepthBuffer:!1,resolveStencilBuffer:!1,storeMultisampledDepthBuffer:!1,storeMultisampledStencilBuffer:!1,colorSpace:L.workingColorSpace})}let o=O.state.transmissionRenderTarget[i.id],s=i.viewport||se;o.setSize(s.z*M.transmissionResolutionScale,s.w*M.transmissionResolutionScale);let c=M.getRenderTarget(),l=M.getActiveCubeFace(),u=M.getActiveMipmapLevel();M.setRenderTarget(o),M.getClearColor(de),me=M.getClearAlpha(),me<1&&M.setClearColor(16777215,.5),M.clear(),Ne&&Xe.render(n);let d=M.toneMapping;M.toneMapping=0;let f=i.viewport;if(i.viewport!==void 0&&(i.viewport=void 0),O.setupLightsView(i),De===!0&&Je.setGlobalState(M.clippingPlanes,i),Tt(e,n,i),W.updateMultisampleRenderTarget(o),W.updateRenderTargetMipmap(o),Ie.has(`WEBGL_multisampled_render_to_texture`)===!1){let e=!1;for(let r=0,a=t.length;r<a;r++){let{object:a,geometry:o,material:s,group:c}=t[r];if(s.side===2&&a.layers.test(i.layers)){let t=s.side;s.side=1,s.needsUpdate=!0,Et(a,n,i,o,s,c),s.side=t,s.needsUpdate=!0,e=!0}}e===!0&&(W.updateMultisampleRenderTarget(o),W.updateRenderTargetMipmap(o))}M.setRenderTarget(c,l,u),M.setClearColor(de,me),f!==void 0&&(i.viewport=f),M.toneMapping=d}function Tt(e,t,n){let r=t.isScene===!0?t.overrideMaterial:null;for(let i=0,a=e.length;i<a;i++){let a=e[i],{object:o,geometry:s,group:c}=a,l=a.material;l.allowOverride===!0&&r!==null&&(l=r),o.layers.test(n.layers)&&Et(o,t,n,s,l,c)}}function Et(e,t,n,r,i,a){P!==null&&i.isNodeMaterial&&P.setObject(e,i),e.onBeforeRender(M,t,n,r,i,a),e.modelViewMatrix.multiplyMatrices(n.matrixWorldInverse,e.matrixWorld),e.normalMatrix.getNormalMatrix(e.modelViewMatrix),i.onBeforeRender(M,t,n,r,e,a),i.transparent===!0&&i.side===2&&i.forceSinglePass===!1?(i.side=1,i.needsUpdate=!0,M.renderBufferDirect(n,t,r,i,e,a),i.side=0,i.needsUpdate=!0,M.renderBufferDirect(n,t,r,i,e,a),i.side=2):M.renderBufferDirect(n,t,r,i,e,a),e.onAfterRender(M,t,n,r,i,a)}function Dt(e){let t=0;for(let n of e)n.texture!==null&&t++;return t}function Ot(e,t,n){t.isScene!==!0&&(t=je);let r=U.get(e),i=O.state.lights,a=O.state.shadowsArray,o=i.state.version,s=Ue.getParameters(e,i.state,a,t,n,O.state.lightProbeGridArray),c=Ue.getProgramCacheKey(s),l=r.programs;r.environment=e.isMeshStandardMaterial||e.isMeshLambertMaterial||e.isMeshPhongMaterial?t.environment:null,r.fog=t.fog;let u=e.isMeshStandardMaterial||e.isMeshLambertMaterial&&!e.envMap||e.isMeshPhongMaterial&&!e.envMap;r.envMap=ze.get(e.envMap||r.environment,u),r.envMapRotation=r.environment!==null&&e.envMap===null?t.environmentRotation:e.envMapRotation,l===void 0&&(e.addEventListener(`dispose`,pt),l=new Map,r.programs=l,r.programVariants=new Map);let d=l.get(c);if(d!==void 0){if(r.currentProgram===d&&r.lightsStateVersion===o)return At(e,s),d}else s.uniforms=Ue.getUniforms(e),P!==null&&e.isNodeMaterial&&P.build(e,n,s),e.onBeforeCompile(s,M),d=Ue.acquireProgram(s,c),l.set(c,d),r.uniforms=s.uniforms;let f=r.uniforms;return(!e.isShaderMaterial&&!e.isRawShaderMaterial||e.clipping===!0)&&(f.clippingPlanes=Je.uniform),At(e,s),r.needsLights=Nt(e),r.lightsStateVersion=o,r.needsLights&&(f.ambientLightColor.value=i.state.ambient,f.lightProbe.value=i.state.probe,f.sunLights.value=i.state.sun,f.sunLightShadows.value=i.state.sunShadow,f.directionalLights.value=i.state.directional,f.directionalLightShadows.value=i.state.directionalShadow,f.spotLights.value=i.state.spot,f.spotLightShadows.value=i.state.spotShadow,f.rectAreaLights.value=i.state.rectArea,f.ltc_1.value=i.state.rectAreaLTC1,f.ltc_2.value=i.state.rectAreaLTC2,f.pointLights.value=i.state.point,f.pointLightShadows.value=i.state.pointShadow,f.hemisphereLights.value=i.state.hemi,f.sunShadowMatrix.value=i.state.sunShadowMatrix,f.sunShadowCascade.value=i.state.sunShadowCascade,f.directionalShadowMatrix.value=i.state.directionalShadowMatrix,f.spotLightMatrix.value=i.state.spotLightMatrix,f.spotLightMap.value=i.state.spotLightMap,f.pointShadowMatrix.value=i.state.pointShadowMatrix),r.numLightProbeGrids=Dt(O.state.lightProbeGridArray),r.currentProgram=d,r.uniformsList=null,d}function kt(e,t,n,r,i){let a=U.get(e),o=a.currentProgram.id+`,`+r+`,`+i,s=a.programVariants.get(o);return s===void 0?(s=Ot(e,t,n),a.programVariants.set(o,s)):(a.currentProgram=s,a.uniformsList=null,a.outputColorSpace=r,a.toneMapping=i),s}function J(e){if(e.uniformsList===null){let t=e.currentProgram.getUniforms();e.uniformsList=$r.seqWithValue(t.seq,e.uniforms)}return e.uniformsList}function At(e,t){let n=U.get(e);n.outputColorSpace=t.outputColorSpace,n.batching=t.batching,n.batchingColor=t.batchingColor,n.instancing=t.instancing,n.instancingColor=t.instancingColor,n.instancingMorph=t.instancingMorph,n.skinning=t.skinning,n.morphTargets=t.morphTargets,n.morphNormals=t.morphNormals,n.morphColors=t.morphColors,n.morphTargetsCount=t.morphTargetsCount,n.numClippingPlanes=t.numClippingPlanes,n.numIntersection=t.numClipIntersection,n.vertexAlphas=t.vertexAlphas,n.vertexTangents=t.vertexTangents,n.toneMapping=t.toneMapping}function jt(e,t,n,r,i){t.isScene!==!0&&(t=je),W.resetTextureUnits();let a=t.fog,o=r.isMeshStandardMaterial||r.isMeshLambertMaterial||r.isMeshPhongMaterial?t.environment:null,s=I===null?M.outputColorSpace:I.isXRRenderTarget===!0?I.texture.colorSpace:L.workingColorSpace,c=r.isMeshStandardMaterial||r.isMeshLambertMaterial&&!r.envMap||r.isMeshPhongMaterial&&!r.envMap,l=ze.get(r.envMap||o,c),u=r.vertexColors===!0&&!!n.attributes.color&&n.attributes.color.itemSize===4,d=!!n.attributes.tangent&&(!!r.normalMap||r.anisotropy>0),f=!!n.morphAttributes.position,p=!!n.morphAttributes.normal,m=!!n.morphAttributes.color,h=0;r.toneMapped&&(I===null||I.isXRRenderTarget===!0)&&(h=M.toneMapping);let g=n.morphAttributes.position||n.morphAttributes.normal||n.morphAttributes.color,_=g===void 0?0:g.length,v=U.get(r),y=O.state.lights;if(De===!0&&(B===!0||e!==oe)){let t=e===oe&&r.id===ae;Je.setState(r,e,t)}let b=!1,x=!1;r.version===v.__version?v.needsLights&&v.lightsStateVersion!==y.state.version||i.isBatchedMesh&&v.batching===!1||!i.isBatchedMesh&&v.batching===!0||i.isBatchedMesh&&v.batchingColor===!0&&i._colorsTexture===null||i.isBatchedMesh&&v.batchingColor===!1&&i._colorsTexture!==null||i.isInstancedMesh&&v.instancing===!1||!i.isInstancedMesh&&v.instancing===!0||i.isSkinnedMesh&&v.skinning===!1||!i.isSkinnedMesh&&v.skinning===!0||i.isInstancedMesh&&v.instancingColor===!0&&i.instanceColor===null||i.isInstancedMesh&&v.instancingColor===!1&&i.instanceColor!==null||i.isInstancedMesh&&v.instancingMorph===!0&&i.morphTexture===null||i.isInstancedMesh&&v.instancingMorph===!1&&i.morphTexture!==null?b=!0:v.envMap===l?r.fog===!0&&v.fog!==a||v.numClippingPlanes!==void 0&&(v.numClippingPlanes!==Je.numPlanes||v.numIntersection!==Je.numIntersection)?b=!0:v.vertexAlphas===u&&v.vertexTangents===d&&v.morphTargets===f&&v.morphNormals===p&&v.morphColors===m&&v.morphTargetsCount===_&&v.numLightProbeGrids===Dt(O.state.lightProbeGridArray)?(v.outputColorSpace!==s||v.toneMapping!==h)&&(x=!0):b=!0:b=!0:(b=!0,v.__version=r.version);let S=v.currentProgram;(b===!0||x===!0)&&(S=x===!0?kt(r,t,i,s,h):Ot(r,t,i),P&&r.isNodeMaterial&&P.onUpdateProgram(r,S,v));let C=!1,w=!1,T=!1,D=S.getUniforms(),k=v.uniforms;if(H.useProgram(S.program)&&(C=!0,w=!0,T=!0),r.id!==ae&&(ae=r.id,w=!0),C||oe!==e){H.buffers.depth.getReversed()&&e.reversedDepth!==!0&&(e._reversedDepth=!0,e.updateProjectionMatrix()),D.setValue(V,`projectionMatrix`,e.projectionMatrix),D.setValue(V,`viewMatrix`,e.matrixWorldInverse);let t=D.map.cameraPosition;t!==void 0&&t.setValue(V,ke.setFromMatrixPosition(e.matrixWorld)),Le.logarithmicDepthBuffer&&D.setValue(V,`logDepthBufFC`,2/(Math.log(e.far+1)/Math.LN2)),(r.isMeshPhongMaterial||r.isMeshToonMaterial||r.isMeshLambertMaterial||r.isMeshBasicMaterial||r.isMeshStandardMaterial||r.isShaderMaterial)&&D.setValue(V,`isOrthographic`,e.isOrthographicCamera===!0),oe!==e&&(oe=e,w=!0,T=!0)}if(v.needsLights&&(y.state.sunShadowMap.length>0&&D.setValue(V,`sunShadowMap`,y.state.sunShadowMap,W),y.state.directionalShadowMap.length>0&&D.setValue(V,`directionalShadowMap`,y.state.directionalShadowMap,W),y.state.spotShadowMap.length>0&&D.setValue(V,`spotShadowMap`,y.state.spotShadowMap,W),y.state.pointShadowMap.length>0&&D.setValue(V,`pointShadowMap`,y.state.pointShadowMap,W)),i.isSkinnedMesh){D.setOptional(V,i,`bindMatrix`),D.setOptional(V,i,`bindMatrixInverse`);let e=i.skeleton;e&&(e.boneTexture===null&&e.computeBoneTexture(),D.setValue(V,`boneTexture`,e.boneTexture,W))}i.isBatchedMesh&&(D.setOptional(V,i,`batchingTexture`),D.setValue(V,`batchingTexture`,i._matricesTexture,W),D.setOptional(V,i,`batchingIdTexture`),D.setValue(V,`batchingIdTexture`,i._indirectTexture,W),D.setOptional(V,i,`batchingColorTexture`),i._colorsTexture!==null&&D.setValue(V,`batchingColorTexture`,i._colorsTexture,W));let A=n.morphAttributes;if((A.position!==void 0||A.normal!==void 0||A.color!==void 0)&&Ze.update(i,n,S),(w||v.receiveShadow!==i.receiveShadow)&&(v.receiveShadow=i.receiveShadow,D.setValue(V,`receiveShadow`,i.receiveShadow)),(r.isMeshStandardMaterial||r.isMeshLambertMaterial||r.isMeshPhongMaterial)&&r.envMap===null&&t.environment!==null&&(k.envMapIntensity.value=t.environmentIntensity),k.dfgLUT!==void 0&&(k.dfgLUT.value=ga()),w){if(D.setValue(V,`toneMappingExposure`,M.toneMappingExposure),v.needsLights&&Mt(k,T),a&&r.fog===!0&&Ge.refreshFogUniforms(k,a),Ge.refreshMaterialUniforms(k,r,ve,_e,O.state.transmissionRenderTarget[e.id]),v.needsLights&&v.numLightProbeGrids>0){let e=E,t=0;for(let n of O.state.lightProbeGridArray)n.texture!==null&&(e.textures[t]=n.texture,e.min[t]=n.boundingBox.min,e.max[t]=n.boundingBox.max,e.resolution[t]=n.resolution,t++);for(let n in e)e[n].length=t;k.probesSH.value=e.textures,k.probesMin.value=e.min,k.probesMax.value=e.max,k.probesResolution.value=e.resolution}$r.upload(V,J(v),k,W)}if(r.isShaderMaterial&&r.uniformsNeedUpdate===!0&&($r.upload(V,J(v),k,W),r.uniformsNeedUpdate=!1),r.isSpriteMaterial&&D.setValue(V,`center`,i.center),D.setValue(V,`modelViewMatrix`,i.modelViewMatrix),D.setValue(V,`normalMatrix`,i.normalMatrix),D.setValue(V,`modelMatrix`,i.matrixWorld),r.uniformsGroups!==void 0){let e=r.uniformsGroups;for(let t=0,n=e.length;t<n;t++){let n=e[t];it.update(n,S),it.bind(n,S)}}return S}function Mt(e,t){e.ambientLightColor.needsUpdate=t,e.lightProbe.needsUpdate=t,e.sunLights.needsUpdate=t,e.sunLightShadows.needsUpdate=t,e.directionalLights.needsUpdate=t,e.directionalLightShadows.needsUpdate=t,e.pointLights.needsUpdate=t,e.pointLightShadows.needsUpdate=t,e.spotLights.needsUpdate=t,e.spotLightShadows.needsUpdate=t,e.rectAreaLights.needsUpdate=t,e.hemisphereLights.needsUpdate=t}function Nt(e){return e.isMeshLambertMaterial||e.isMeshToonMaterial||e.isMeshPhongMaterial||e.isMeshStandardMaterial||e.isShadowMaterial||e.isShaderMaterial&&e.lights===!0}this.getActiveCubeFace=function(){return re},this.getActiveMipmapLevel=function(){return ie},this.getRenderTarget=function(){return I},this.setRenderTargetTextures=function(e,t,n){let r=U.get(e);r.__autoAllocateDepthBuffer=e.resolveDepthBuffer===!1,r.__autoAllocateDepthBuffer===!1&&(r.__useRenderToTexture=!1),U.get(e.texture).__webglTexture=t,U.get(e.depthTexture).__webglTexture=r.__autoAllocateDepthBuffer?void 0:n,r.__hasExternalTextures=!0},this.setRenderTargetFramebuffer=function(e,t){let n=U.get(e);n.__webglFramebuffer=t,n.__useDefaultFramebuffer=t===void 0},this.setRenderTarget=function(e,t=0,n=0){I=e,re=t,ie=n;let r=null,i=!1,a=!1;if(e){let o=U.get(e);if(o.__useDefaultFramebuffer!==void 0){H.bindFramebuffer(V.FRAMEBUFFER,o.__webglFramebuffer),se.copy(e.viewport),ce.copy(e.scissor),le=e.scissorTest,H.viewport(se),H.scissor(ce),H.setScissorTest(le),ae=-1;return}if(o.__webglFramebuffer===void 0)W.setupRenderTarget(e);else if(o.__hasExternalTextures)W.rebindTextures(e,U.get(e.texture).__webglTexture,U.get(e.depthTexture).__webglTexture);else if(e.depthBuffer){let t=e.depthTexture;if(o.__boundDepthTexture!==t){if(t!==null&&U.has(t)&&(e.width!==t.image.width||e.height!==t.image.height))throw Error(`THREE.WebGLRenderer: Attached DepthTexture is initialized to the incorrect size.`);W.setupDepthRenderbuffer(e)}}let s=e.texture;(s.isData3DTexture||s.isDataArrayTexture||s.isCompressedArrayTexture)&&(a=!0);let c=U.get(e).__webglFramebuffer;e.isWebGLCubeRenderTarget?(r=Array.isArray(c[t])?c[t][n]:c[t],i=!0):r=e.samples>0&&W.useMultisampledRTT(e)===!1?U.get(e).__webglMultisampledFramebuffer:Array.isArray(c)?c[n]:c,se.copy(e.viewport),ce.copy(e.scissor),le=e.scissorTest}else se.copy(Se).multiplyScalar(ve).floor(),ce.copy(Ce).multiplyScalar(ve).floor(),le=we;if(n!==0&&(r=ee),H.bindFramebuffer(V.FRAMEBUFFER,r)&&H.drawBuffers(e,r),H.viewport(se),H.scissor(ce),H.setScissorTest(le),i){let r=U.get(e.texture);V.framebufferTexture2D(V.FRAMEBUFFER,V.COLOR_ATTACHMENT0,V.TEXTURE_CUBE_MAP_POSITIVE_X+t,r.__webglTexture,n)}else if(a){let r=t;for(let t=0;t<e.textures.length;t++){let i=U.get(e.textures[t]);V.framebufferTextureLayer(V.FRAMEBUFFER,V.COLOR_ATTACHMENT0+t,i.__webglTexture,n,r)}}else if(e!==null&&n!==0){let t=U.get(e.texture);V.framebufferTexture2D(V.FRAMEBUFFER,V.COLOR_ATTACHMENT0,V.TEXTURE_2D,t.__webglTexture,n)}ae=-1};function Pt(e){let t=U.get(e);return(t.__readFormat!==e.format||t.__readType!==e.type)&&(t.__readFormat=e.format,t.__readType=e.type,t.__formatReadable=Le.textureFormatReadable(e.format),t.__typeReadable=Le.textureTypeReadable(e.type)),t}this.readRenderTargetPixels=function(e,t,n,r,i,a,o,s=0){if(!(e&&e.isWebGLRenderTarget)){nt(`WebGLRenderer.readRenderTargetPixels: renderTarget is not THREE.WebGLRenderTarget.`);return}let c=U.get(e).__webglFramebuffer;if(e.isWebGLCubeRenderTarget&&o!==void 0&&(c=c[o],Array.isArray(c)&&(c=c[0])),c){H.bindFramebuffer(V.FRAMEBUFFER,c);try{let o=e.textures[s],c=o.format,l=o.type;e.textures.length>1&&V.readBuffer(V.COLOR_ATTACHMENT0+s);let u=Pt(o);if(u.__formatReadable===!1){nt(`WebGLRenderer.readRenderTargetPixels: renderTarget is not in RGBA or implementation defined format.`);return}if(u.__typeReadable===!1){nt(`WebGLRenderer.readRenderTargetPixels: renderTarget is not in UnsignedByteType or implementation defined type.`);return}t>=0&&t<=e.width-r&&n>=0&&n<=e.height-i&&V.readPixels(t,n,r,i,G.convert(c),G.convert(l),a)}finally{let e=I===null?null:U.get(I).__webglFramebuffer;H.bindFramebuffer(V.FRAMEBUFFER,e)}}},this.readRenderTargetPixelsAsync=async function(e,t,n,r,i,a,o,s=0){if(!(e&&e.isWebGLRenderTarget))throw Error(`THREE.WebGLRenderer.readRenderTargetPixels: renderTarget is not THREE.WebGLRenderTarget.`);let c=U.get(e).__webglFramebuffer;if(e.isWebGLCubeRenderTarget&&o!==void 0&&(c=c[o],Array.isArray(c)&&(c=c[0])),c){if(t>=0&&t<=e.width-r&&n>=0&&n<=e.height-i){H.bindFramebuffer(V.FRAMEBUFFER,c);let o=e.textures[s],l=o.format,u=o.type;e.textures.length>1&&V.readBuffer(V.COLOR_ATTACHMENT0+s);let d=Pt(o);if(d.__formatReadable===!1)throw Error(`THREE.WebGLRenderer.readRenderTargetPixelsAsync: renderTarget is not in RGBA or implementation defined format.`);if(d.__typeReadable===!1)throw Error(`THREE.WebGLRenderer.readRenderTargetPixelsAsync: renderTarget is not in UnsignedByteType or implementation defined type.`);let f=V.createBuffer();V.bindBuffer(V.PIXEL_PACK_BUFFER,f),V.bufferData(V.PIXEL_PACK_BUFFER,a.byteLength,V.STREAM_READ),V.readPixels(t,n,r,i,G.convert(l),G.convert(u),0),V.bindBuffer(V.PIXEL_PACK_BUFFER,null);let p=I===null?null:U.get(I).__webglFramebuffer;H.bindFramebuffer(V.FRAMEBUFFER,p);let m=V.fenceSync(V.SYNC_GPU_COMMANDS_COMPLETE,0);return V.flush(),await We(V,m,4),V.bindBuffer(V.PIXEL_PACK_BUFFER,f),V.getBufferSubData(V.PIXEL_PACK_BUFFER,0,a),V.bindBuffer(V.PIXEL_PACK_BUFFER,null),V.deleteBuffer(f),V.deleteSync(m),a}throw Error(`THREE.WebGLRenderer.readRenderTargetPixelsAsync: requested read bounds are out of range.`)}},this.copyFramebufferToTexture=function(e,t=null,n=0){let r=2**-n,i=Math.floor(e.image.width*r),a=Math.floor(e.image.height*r),o=t===null?0:t.x,s=t===null?0:t.y;W.setTexture2D(e,0),V.copyTexSubImage2D(V.TEXTURE_2D,n,0,0,o,s,i,a),H.unbindTexture()},this.copyTextureToTexture=function(e,t,n=null,r=null,i=0,a=0){let o,s,c,l,u,d,f,p,m,h=e.isCompressedTexture?e.mipmaps[a]:e.image;if(n!==null)o=n.max.x-n.min.x,s=n.max.y-n.min.y,c=n.isBox3?n.max.z-n.min.z:1,l=n.min.x,u=n.min.y,d=n.isBox3?n.min.z:0;else{let t=2**-i;o=Math.floor(h.width*t),s=Math.floor(h.height*t),c=e.isDataArrayTexture?h.depth:e.isData3DTexture?Math.floor(h.depth*t):1,l=0,u=0,d=0}r===null?(f=0,p=0,m=0):(f=r.x,p=r.y,m=r.z);let g=G.convert(t.format),_=G.convert(t.type),v;t.isData3DTexture?(W.setTexture3D(t,0),v=V.TEXTURE_3D):t.isDataArrayTexture||t.isCompressedArrayTexture?(W.setTexture2DArray(t,0),v=V.TEXTURE_2D_ARRAY):(W.setTexture2D(t,0),v=V.TEXTURE_2D),H.activeTexture(V.TEXTURE0),H.pixelStorei(V.UNPACK_FLIP_Y_WEBGL,t.flipY),H.pixelStorei(V.UNPACK_PREMULTIPLY_ALPHA_WEBGL,t.premultiplyAlpha),H.pixelStorei(V.UNPACK_ALIGNMENT,t.unpackAlignment);let y=H.getParameter(V.UNPACK_ROW_LENGTH),b=H.getParameter(V.UNPACK_IMAGE_HEIGHT),x=H.getParameter(V.UNPACK_SKIP_PIXELS),S=H.getParameter(V.UNPACK_SKIP_ROWS),C=H.getParameter(V.UNPACK_SKIP_IMAGES);H.pixelStorei(V.UNPACK_ROW_LENGTH,h.width),H.pixelStorei(V.UNPACK_IMAGE_HEIGHT,h.height),H.pixelStorei(V.UNPACK_SKIP_PIXELS,l),H.pixelStorei(V.UNPACK_SKIP_ROWS,u),H.pixelStorei(V.UNPACK_SKIP_IMAGES,d);let w=e.isDataArrayTexture||e.isData3DTexture,T=t.isDataArrayTexture||t.isData3DTexture;if(e.isDepthTexture){let n=U.get(e),r=U.get(t),h=U.get(n.__renderTarget),g=U.get(r.__renderTarget);H.bindFramebuffer(V.READ_FRAMEBUFFER,h.__webglFramebuffer),H.bindFramebuffer(V.DRAW_FRAMEBUFFER,g.__webglFramebuffer);for(let n=0;n<c;n++)w&&(V.framebufferTextureLayer(V.READ_FRAMEBUFFER,V.COLOR_ATTACHMENT0,U.get(e).__webglTexture,i,d+n),V.framebufferTextureLayer(V.DRAW_FRAMEBUFFER,V.COLOR_ATTACHMENT0,U.get(t).__webglTexture,a,m+n)),V.blitFramebuffer(l,u,l+o,u+s,f,p,f+o,p+s,V.DEPTH_BUFFER_BIT,V.NEAREST);H.bindFramebuffer(V.READ_FRAMEBUFFER,null),H.bindFramebuffer(V.DRAW_FRAMEBUFFER,null)}else if(i!==0||e.isRenderTargetTexture||U.has(e)){let n=U.get(e),r=U.get(t);H.bindFramebuffer(V.READ_FRAMEBUFFER,F),H.bindFramebuffer(V.DRAW_FRAMEBUFFER,te);for(let e=0;e<c;e++)w?V.framebufferTextureLayer(V.READ_FRAMEBUFFER,V.COLOR_ATTACHMENT0,n.__webglTexture,i,d+e):V.framebufferTexture2D(V.READ_FRAMEBUFFER,V.COLOR_ATTACHMENT0,V.TEXTURE_2D,n.__webglTexture,i),T?V.framebufferTextureLayer(V.DRAW_FRAMEBUFFER,V.COLOR_ATTACHMENT0,r.__webglTexture,a,m+e):V.framebufferTexture2D(V.DRAW_FRAMEBUFFER,V.COLOR_ATTACHMENT0,V.TEXTURE_2D,r.__webglTexture,a),i===0?T?V.copyTexSubImage3D(v,a,f,p,m+e,l,u,o,s):V.copyTexSubImage2D(v,a,f,p,l,u,o,s):V.blitFramebuffer(l,u,l+o,u+s,f,p,f+o,p+s,V.COLOR_BUFFER_BIT,V.NEAREST);H.bindFramebuffer(V.READ_FRAMEBUFFER,null),H.bindFramebuffer(V.DRAW_FRAMEBUFFER,null)}else T?e.isDataTexture||e.isData3DTexture?V.texSubImage3D(v,a,f,p,m,o,s,c,g,_,h.data):t.isCompressedArrayTexture?V.compressedTexSubImage3D(v,a,f,p,m,o,s,c,g,h.data):V.texSubImage3D(v,a,f,p,m,o,s,c,g,_,h):e.isDataTexture?V.texSubImage2D(V.TEXTURE_2D,a,f,p,o,s,g,_,h.data):e.isCompressedTexture?V.compressedTexSubImage2D(V.TEXTURE_2D,a,f,p,h.width,h.height,g,h.data):V.texSubImage2D(V.TEXTURE_2D,a,f,p,o,s,g,_,h);H.pixelStorei(V.UNPACK_ROW_LENGTH,y),H.pixelStorei(V.UNPACK_IMAGE_HEIGHT,b),H.pixelStorei(V.UNPACK_SKIP_PIXELS,x),H.pixelStorei(V.UNPACK_SKIP_ROWS,S),H.pixelStorei(V.UNPACK_SKIP_IMAGES,C),a===0&&t.generateMipmaps===!0&&t.mipmapsAutoUpdate===!0&&V.generateMipmap(v),H.unbindTexture()},this.initRenderTarget=function(e){U.get(e).__webglFramebuffer===void 0&&W.setupRenderTarget(e)},this.initTexture=function(e){e.isCubeTexture?W.setTextureCube(e,0):e.isData3DTexture?W.setTexture3D(e,0):e.isDataArrayTexture||e.isCompressedArrayTexture?W.setTexture2DArray(e,0):W.setTexture2D(e,0),H.unbindTexture()},this.resetState=function(){re=0,ie=0,I=null,H.reset(),rt.reset()},typeof __THREE_DEVTOOLS__<`u`&&__THREE_DEVTOOLS__.dispatchEvent(new CustomEvent(`observe`,{detail:this}))}get coordinateSystem(){return he}get outputColorSpace(){return this._outputColorSpace}set outputColorSpace(e){this._outputColorSpace=e;let t=this.getContext();t.drawingBufferColorSpace=L._getDrawingBufferColorSpace(e),t.unpackColorSpace=L._getUnpackColorSpace()}},va={high:{name:`high`,detail:!0,shadows:!0,sides:32,groundTriangles:64e3,pixelRatio:2},low:{name:`low`,detail:!1,shadows:!1,sides:10,groundTriangles:2e3,pixelRatio:.6}},ya=[`day`,`dusk`,`night`],ba={day:{sun:[.42,.66,.62],sunColour:16774630,sunPower:4.2,zenith:3106477,horizon:12372950,glow:16769712,glowPower:.3,ambient:1,cloudColour:16185076,cover:.55,stars:0,exposure:1.5,haze:[70,820],dark:0},dusk:{sun:[.9,.5,.13],sunColour:16757628,sunPower:2.2,zenith:4018304,horizon:11903132,glow:16747066,glowPower:.7,ambient:.8,cloudColour:13209468,cover:.5,stars:.15,exposure:1.3,haze:[50,760],dark:.6},night:{sun:[.35,.6,.72],sunColour:11124991,sunPower:.5,zenith:791588,horizon:2305341,glow:9414880,glowPower:.03,ambient:1.6,cloudColour:2765378,cover:.4,stars:1,exposure:1.9,haze:[40,700],dark:1}};function xa(e){let t=(e,t)=>{let n=new q(e),r=.3*n.r+.59*n.g+.11*n.b;return n.lerp(new q(r,r*1.03,r*1.08),t).multiplyScalar(.8).getHex()};return{...e,sunPower:.16*e.sunPower,zenith:t(new q(e.zenith).lerp(new q(e.horizon),.7).getHex(),.9),horizon:t(e.horizon,.85),glowPower:0,cloudColour:t(e.cloudColour,.9),cover:1,stars:0,ambient:1.05*e.ambient,exposure:1.1*e.exposure,haze:[20,320],dark:Math.max(e.dark,.12)}}var Sa=class{choice;uniforms={noiseMap:{value:null},dark:{value:0},wet:{value:0},seconds:{value:0},floorHeight:{value:0}};constructor(e={time:`day`,rain:!1}){this.choice=e,this.apply()}get look(){let e=ba[this.choice.time];return this.choice.rain?xa(e):e}set(e){Object.assign(this.choice,e),this.apply()}apply(){this.uniforms.dark.value=this.look.dark,this.uniforms.wet.value=+!!this.choice.rain}},Ca=1400,wa=`
  varying vec3 vDirection;
  void main() {
    vDirection = position;
    gl_Position = projectionMatrix * modelViewMatrix * vec4(position, 1.0);
  }
`,Ta=`
  varying vec3 vDirection;
  uniform vec3 sun;
  uniform vec3 horizon;
  uniform vec3 zenith;
  uniform vec3 glow;
  uniform vec3 cloudColour;
  uniform vec3 sunColour;
  uniform sampler2D noiseMap;
  uniform float cover;
  uniform float stars;
  uniform float disc;
  uniform float clouds;
  float hash(vec3 p) {
    p = fract(p * 0.3183 + vec3(0.71, 0.113, 0.419));
    p *= 17.0;
    return fract(p.x * p.y * p.z * (p.x + p.y + p.z));
  }
  void main() {
    vec3 d = normalize(vDirection);
    float height = max(d.z, 0.0);
    float towards = max(dot(d, sun), 0.0);
    vec3 colour = mix(horizon, zenith, pow(height, 0.48));
    // The sky around the sun is brighter, most near the horizon.
    colour += glow * (0.5 * pow(towards, 5.0) * (1.0 - height) + 0.8 * pow(towards, 60.0));
    if (stars > 0.0 && d.z > 0.0) {
      vec3 cell = floor(d * 160.0);
      float star = step(0.9975, hash(cell)) * smoothstep(0.5, 0.1, length(fract(d * 160.0) - 0.5));
      colour += stars * star * smoothstep(0.0, 0.2, d.z) * 0.8;
    }
    if (clouds > 0.0 && d.z > 0.005) {
      vec2 p = d.xy / (d.z + 0.16);
      float n = texture2D(noiseMap, p * 0.05 + 0.2).r * 0.55 + texture2D(noiseMap, p * 0.13).g * 0.28 +
                texture2D(noiseMap, p * 0.41).r * 0.17;
      float thick = texture2D(noiseMap, (p + 0.25 * sun.xy) * 0.05 + 0.2).r;
      float low = 0.62 - 0.3 * cover;
      float there = smoothstep(low, low + 0.2, n) * smoothstep(0.0, 0.16, d.z);
      vec3 lit = cloudColour * (0.72 + 0.5 * smoothstep(0.1, -0.12, thick - n)) + glow * 0.3 * pow(towards, 4.0);
      colour = mix(colour, mix(horizon, lit, smoothstep(0.0, 0.3, d.z)), clouds * there * (0.45 + 0.5 * cover));
    }
    // Light thrown back by the ground, for what looks down.
    colour = mix(colour, horizon * vec3(0.3, 0.27, 0.2), smoothstep(0.0, -0.12, d.z));
    colour += disc * sunColour * smoothstep(0.99985, 0.99996, dot(d, sun));
    gl_FragColor = vec4(colour, 1.0);
    #include <tonemapping_fragment>
    #include <colorspace_fragment>
  }
`,Ea=class{mesh;constructor(e,t){let n=()=>({value:new q});this.mesh=new G(new k(Ca,t.detail?32:16,t.detail?16:8),new N({side:1,depthWrite:!1,fog:!1,vertexShader:wa,fragmentShader:Ta,uniforms:{sun:{value:new z(0,0,1)},horizon:n(),zenith:n(),glow:n(),cloudColour:n(),sunColour:n(),noiseMap:{value:e},cover:{value:0},stars:{value:0},disc:{value:0},clouds:{value:+!!t.detail}}})),this.mesh.renderOrder=-2,this.mesh.frustumCulled=!1}show(e){let{uniforms:t}=this.mesh.material;t.sun.value.set(...e.sun).normalize(),t.horizon.value.set(e.horizon),t.zenith.value.set(e.zenith),t.glow.value.set(e.glow).multiplyScalar(e.glowPower),t.cloudColour.value.set(e.cloudColour),t.sunColour.value.set(e.sunColour).multiplyScalar(e.sunPower),t.cover.value=e.cover,t.stars.value=e.stars}setDisc(e){this.mesh.material.uniforms.disc.value=e}dispose(){this.mesh.geometry.dispose(),this.mesh.material.dispose()}},Da=2048,Oa=new z(0,0,1),ka=[{away:620,high:16,haze:.5,seed:3},{away:980,high:44,haze:.74,seed:11}];function Aa(e){let t=e.detail?240:60,n=[],r=[],i=[];for(let{away:e,high:a,haze:o,seed:s}of ka){let c=n.length/3;for(let l=0;l<t;l++){let u=2*Math.PI*l/t,d=(e,t)=>Math.sin(e*u+t*s),f=.05*d(61,4)+.04*d(97,1)+.03*d(151,2),p=a*(1+.4*d(3,1)+.25*d(7,2)+.12*d(17,.5)+f),[m,h]=[e*Math.cos(u),e*Math.sin(u)];n.push(m,h,-40,m,h,0,m,h,Math.max(3,p)),r.push(1,Math.min(1,o+.3),o);let[g,_]=[c+3*l,c+3*((l+1)%t)];for(let e of[0,1])i.push(g+e,g+e+1,_+e+1,g+e,_+e+1,_+e)}}let a=new _t;return a.setAttribute(`position`,new _(n,3)),a.setAttribute(`haze`,new _(r,1)),a.setIndex(i),a}var ja=`
  attribute float haze;
  varying float vHaze;
  void main() {
    vHaze = haze;
    gl_Position = projectionMatrix * modelViewMatrix * vec4(position, 1.0);
  }
`,Ma=`
  varying float vHaze;
  uniform vec3 woods;
  uniform vec3 horizon;
  void main() {
    gl_FragColor = vec4(mix(woods, horizon, vHaze), 1.0);
    #include <tonemapping_fragment>
    #include <colorspace_fragment>
  }
`,Na=class{scene;renderer;q;conditions;group=new S;sky;hills;sun=new E(16777215,1);soft=new de(16777215,16777215,0);towardsSun=new z;right=new z;above=new z;heading=0;light;constructor(e,t,n,r,i){this.scene=e,this.renderer=t,this.q=r,this.conditions=i,this.sky=new Ea(n,r),this.hills=new G(Aa(r),new N({fog:!1,side:2,vertexShader:ja,fragmentShader:Ma,uniforms:{woods:{value:new q},horizon:{value:new q}}})),this.hills.renderOrder=-1,this.hills.frustumCulled=!1,this.group.add(this.sky.mesh,this.hills,this.sun,this.sun.target,this.soft),this.sun.castShadow=r.shadows,this.sun.shadow.mapSize.set(Da,Da),this.sun.shadow.bias=-3e-4,this.sun.shadow.radius=2.2,this.setReach(10),e.add(this.group),this.refresh()}refresh(){let{scene:e,conditions:t,q:n,sky:r}=this,{look:i}=t,a=new q(i.horizon);e.fog=new le(a,...i.haze),r.show(i);let{uniforms:o}=this.hills.material,s=t.choice.rain?.75:0;o.horizon.value.copy(a),o.woods.value.setRGB(.035,.06,.03).multiplyScalar(1-.9*i.dark).lerp(a,s),this.sun.color.set(i.sunColour),this.sun.intensity=i.sunPower,this.renderer.toneMappingExposure=i.exposure,this.setHeading(this.heading),this.light?.dispose(),this.light=void 0,e.environment=null,n.detail?this.lightBySky():this.lightEvenly(),r.setDisc(t.choice.rain?0:4)}setReach(e){let t=Math.min(40,Math.max(6,1.15*e)),{camera:n}=this.sun.shadow;n.left=-t,n.right=t,n.top=t,n.bottom=-t,n.near=1,n.far=8*t,n.updateProjectionMatrix(),this.sun.shadow.normalBias=2.2*t/Da}setHeading(e){this.heading=e,this.sky.mesh.rotation.z=e,this.scene.environmentRotation.set(0,0,e),this.towardsSun.set(...this.conditions.look.sun).normalize().applyAxisAngle(Oa,e),this.right.crossVectors(Oa,this.towardsSun).normalize(),this.above.crossVectors(this.towardsSun,this.right)}follow(e,t){this.sky.mesh.position.copy(e),this.hills.position.set(e.x,e.y,0);let n=this.sun.shadow.camera.right,r=2*n/Da,i=e=>Math.round(t.dot(e)/r)*r,{position:a}=this.sun.target;a.copy(this.right).multiplyScalar(i(this.right)).addScaledVector(this.above,i(this.above)).addScaledVector(this.towardsSun,t.dot(this.towardsSun)),this.sun.position.copy(this.towardsSun).multiplyScalar(4*n).add(a),this.sun.shadow.camera.up.copy(Oa)}dispose(){this.scene.remove(this.group),this.scene.environment=null,this.light?.dispose(),this.sun.dispose(),this.sky.dispose(),this.hills.geometry.dispose(),this.hills.material.dispose()}lightEvenly(){let{look:e}=this.conditions,t=new q(e.horizon).lerp(new q(e.zenith),.25);this.soft.color.copy(t),this.soft.groundColor.copy(t).multiply(new q(.5,.42,.32)),this.soft.intensity=2.6*e.ambient}lightBySky(){let{sky:e,scene:t}=this;this.soft.intensity=0,e.setDisc(0);let{look:n}=this.conditions,r=new q(n.zenith).lerp(new q(n.horizon),.55);e.show({...n,zenith:r.getHex()});let i=new On(this.renderer),a=new s,{position:o,rotation:c}=e.mesh,[l,u]=[o.clone(),c.z];o.set(0,0,0),c.z=0,a.add(e.mesh),this.light=i.fromScene(a,.02,1,2*Ca),i.dispose(),o.copy(l),c.z=u,this.group.add(e.mesh),e.show(n),t.environment=this.light.texture,t.environmentIntensity=this.conditions.look.ambient}};function Pa(e){let t=Math.imul(e^e>>>16,73244475);return t=Math.imul(t^t>>>16,73244475),((t^t>>>16)>>>0)/2**32}var Fa=e=>e*e*(3-2*e),Ia=(e,t)=>Pa(Math.imul(e,73856093)^Math.imul(t,19349663));function La(e,t,n){let r=Math.floor(e/n),i=Math.floor(t/n),a=Fa(e/n-r),o=Fa(t/n-i),s=Ia(r,i)*(1-a)+Ia(r+1,i)*a,c=Ia(r,i+1)*(1-a)+Ia(r+1,i+1)*a;return 2*(s*(1-o)+c*o)-1}var Ra=48,za=1.3,Ba=.12,Va=64,Ha=`
  attribute vec4 puff;
  attribute vec3 tone;
  uniform float pixels;
  varying vec4 vTone;
  void main() {
    float age = puff.w;
    vec3 place = puff.xyz + vec3(0.0, 0.0, 0.35 * age);
    vec4 seen = modelViewMatrix * vec4(place, 1.0);
    gl_Position = projectionMatrix * seen;
    float size = mix(${.25.toFixed(2)}, ${1.3.toFixed(2)}, sqrt(clamp(age, 0.0, 1.0)));
    gl_PointSize = age < 1.0 ? size * pixels * projectionMatrix[1][1] / gl_Position.w : 0.0;
    vTone = vec4(tone, 0.32 * (1.0 - age) * smoothstep(0.0, 0.12, age));
  }
`,Ua=`
  varying vec4 vTone;
  void main() {
    vec2 d = 2.0 * gl_PointCoord - 1.0;
    float thick = max(0.0, 1.0 - dot(d, d));
    gl_FragColor = vec4(vTone.rgb, vTone.a * thick * thick);
    #include <tonemapping_fragment>
    #include <colorspace_fragment>
  }
`,Wa=class{points;puffs=new Float32Array(192).fill(9);tones=new Float32Array(144);born=new Float64Array(Ra).fill(-1/0);raised=new Float64Array(Va).fill(-1/0);next=0;time=0;constructor(e){let t=new _t;t.setAttribute(`position`,new dt(new Float32Array(144),3)),t.setAttribute(`puff`,new dt(this.puffs,4)),t.setAttribute(`tone`,new dt(this.tones,3));let n=new N({transparent:!0,depthWrite:!1,vertexShader:Ha,fragmentShader:Ua,uniforms:{pixels:{value:400}}});this.points=new c(t,n),this.points.frustumCulled=!1,this.points.visible=!1,e.detail||this.points.layers.disableAll();let r=new fe;this.points.onBeforeRender=e=>{e.getCurrentViewport(r),n.uniforms.pixels.value=r.w/2}}raise(e,t,n,r,i){let a=r%Va;if(i>=this.raised[a]&&i-this.raised[a]<Ba)return;this.raised[a]=i;let o=this.next;this.next=(o+1)%Ra,this.born[o]=i;let s=.3*Math.min(1,Math.cbrt(t/20));this.puffs[4*o]=e.x+s*(2*Pa(r+o)-1),this.puffs[4*o+1]=e.y+s*(2*Pa(r+o+99)-1),this.puffs[4*o+2]=e.z-.1,this.tones[3*o]=.55*n.r+.3,this.tones[3*o+1]=.55*n.g+.28,this.tones[3*o+2]=.55*n.b+.25}update(e){e<this.time&&(this.born.fill(-1/0),this.raised.fill(-1/0)),this.time=e;let t=!1;for(let n=0;n<Ra;n++){let r=Math.min(9,(e-this.born[n])/za);this.puffs[4*n+3]=r,t||=r<1}this.points.visible=t,t&&(this.points.geometry.getAttribute(`puff`).needsUpdate=!0,this.points.geometry.getAttribute(`tone`).needsUpdate=!0)}dispose(){this.points.geometry.dispose(),this.points.material.dispose()}},Ga=`
  varying vec3 vGround;
  varying vec3 vUp;
`,Ka=`
  vGround = position;
  vUp = normal;
`,qa=`
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
`,Ja=`
  normal = soilNormal(normal, -vViewPosition);
`,Ya=1.16,Xa=[.47,.36,.24];function Za(e,t){let[n,r,i]=e&&e.length>=3?e:Xa;return t.setRGB(n,r,i,R).multiplyScalar(Ya)}function Qa(e,t){let n=t.detail?new pt({roughness:1}):new _e,r=t.detail?`diffuseColor.rgb *= looseSoil(vGround, soilShares(normalize(vUp)), 1.0);`:`diffuseColor.rgb *= 0.5 + soilNoise(vGround / 0.8, soilShares(normalize(vUp))).b;`;return n.onBeforeCompile=n=>{n.uniforms.noiseMap={value:e},n.vertexShader=n.vertexShader.replace(`#include <common>`,`#include <common>\n${Ga}`).replace(`#include <begin_vertex>`,`#include <begin_vertex>\n${Ka}`),n.fragmentShader=n.fragmentShader.replace(`#include <common>`,`#include <common>\nuniform sampler2D noiseMap;\n${qa}`).replace(`#include <map_fragment>`,r),t.detail&&(n.fragmentShader=n.fragmentShader.replace(`#include <normal_fragment_maps>`,`#include <normal_fragment_maps>\n${Ja}`))},n.customProgramCacheKey=()=>`soil ${t.name}`,n}var $a=5,eo=256,to={high:16,low:2},no=80,ro=6,io=1500,ao=.009,oo=.085,so=.75,co=7,lo=.3;function uo(e){let t=new k(1,e?5:3,e?3:2),n=t.getAttribute(`position`);for(let e=0;e<n.count;e++){let t=.75+.5*Pa(Math.round(100*(n.getX(e)+3*n.getY(e)+7*n.getZ(e))));n.setXYZ(e,t*n.getX(e),t*n.getY(e),.8*t*n.getZ(e))}return t}var fo=class{group=new S;mesh;dust;most;perParcel;kinds;other;asFloat=new Float32Array(1);asInteger=new Uint32Array(this.asFloat.buffer);place=new z;count=0;constructor({ground:e},t){this.perParcel=to[t.name],this.most=t.detail?eo*this.perParcel:no;let n=t.detail?new pt({roughness:1,flatShading:!0}):new _e({flatShading:!0});this.mesh=new te(uo(t.detail),n,this.most);let r=new Float32Array(3*this.most);this.mesh.instanceColor=new me(r,3),this.mesh.instanceMatrix.setUsage(re),this.mesh.instanceColor.setUsage(re),this.mesh.frustumCulled=!1,this.mesh.castShadow=t.shadows,this.mesh.receiveShadow=t.shadows,this.mesh.visible=!1,this.dust=new Wa(t),this.kinds=e?.kinds.map(e=>Za(e.colour,new q))??[],this.other=Za(void 0,new q),this.group.add(this.mesh,this.dust.points)}update(e,t,n){this.count=0;let r=Math.min(eo,Math.floor(e.length/$a));for(let i=0;i<r;i++)this.addParcel(e,$a*i,t,n);this.mesh.count=this.count,this.mesh.visible=this.count>0,this.count>0&&(this.send(this.mesh.instanceMatrix,16),this.send(this.mesh.instanceColor,3)),this.dust.update(t)}dispose(){this.mesh.geometry.dispose(),this.mesh.material.dispose(),this.mesh.dispose(),this.dust.dispose()}send(e,t){e.clearUpdateRanges(),e.addUpdateRange(0,t*this.count),e.needsUpdate=!0}addParcel(e,t,n,r){let i=e[t+3];this.place.set(e[t],e[t+1],e[t+2]);let{x:a,y:o,z:s}=this.place;if(!(i>0)||!Number.isFinite(a+o+s+i))return;let c=this.kinds[e[t+4]]??this.other;this.asFloat[0]=i;let l=this.asInteger[0],u=Math.min(1,Math.sqrt(i/ro)),d=Math.max(1,Math.round(this.perParcel*u)),f=i/io,p=so*Math.cbrt(f),m=Math.cbrt(.144*f/d);for(let e=0;e<d&&this.count<this.most;e++)this.addLump(a,o,s,p,m,c,Pa(l+977*e),n);r(this.place)<lo&&this.dust.raise(this.place,i,c,l,n)}addLump(e,t,n,r,i,a,o,s){let c=Math.floor(o*2**31),l=Pa(c+1),u=Pa(c+2),d=Pa(c+3),f=Math.min(oo,Math.max(ao,i*(.4+1.3*l*l*l))),p=r*(.3+.9*(1-l)),m=co*(u-.5)*s+6.3*d,h=f*Math.cos(m),g=f*Math.sin(m),_=Math.cos(6.3*l),v=Math.sin(6.3*l),y=this.mesh.instanceMatrix.array,b=16*this.count;y[b]=h,y[b+1]=_*g,y[b+2]=v*g,y[b+4]=-g,y[b+5]=_*h,y[b+6]=v*h,y[b+8]=0,y[b+9]=-v*f,y[b+10]=_*f,y[b+12]=e+p*(2*u-1),y[b+13]=t+p*(2*d-1),y[b+14]=n+1.5*p*(2*Pa(c+4)-1),y[b+15]=1;let x=.7+.45*Pa(c+5),S=this.mesh.instanceColor.array;S[3*this.count]=x*a.r,S[3*this.count+1]=x*a.g,S[3*this.count+2]=x*a.b,this.count++}},po=[.45,.4,.32];function mo(e){if(!e||e.columns<2||e.rows<2)return;let{columns:t,rows:n,xMin:r,yMin:i,cell:a,heightMin:o,heightStep:s,surfaces:c,kinds:l}=e,u=t*n;if(e.heights.byteLength!==2*u)throw Error(`the ground has ${t} x ${n} points but ${e.heights.byteLength} bytes of heights`);let d=new DataView(e.heights.buffer,e.heights.byteOffset,2*u),f=new Float32Array(u),p=new Uint8Array(3*u);for(let e=0;e<u;e++){f[e]=o+s*d.getUint16(2*e,!0);let t=l[c[e]??0]?.colour??po;for(let n=0;n<3;n++)p[3*e+n]=Math.round(255*(t[n]??0))}return{columns:t,rows:n,xMin:r,yMin:i,cell:a,heights:f,colours:p}}function ho(e,t,n){let{columns:r,rows:i,heights:a}=e,o=Math.min(r-1,Math.max(0,(t-e.xMin)/e.cell)),s=Math.min(i-1,Math.max(0,(n-e.yMin)/e.cell)),c=Math.min(r-2,Math.floor(o)),l=Math.min(i-2,Math.floor(s)),[u,d]=[o-c,s-l],f=(e,t)=>a[t*r+e];return(1-d)*((1-u)*f(c,l)+u*f(c+1,l))+d*((1-u)*f(c,l+1)+u*f(c+1,l+1))}function go(e,t){let n=[];for(let r=0;r<e-1;r+=t)n.push(r);return n.push(e-1),n}function _o(e,t,n){let r=1,i=e=>Math.ceil((e-1)/r);for(;2*i(e)*i(t)>n;)r++;return r}var vo={earth:0,grass:1,asphalt:2,concrete:3,gravel:4,sand:5},yo=[[/grass|lawn|meadow|turf/,`grass`],[/asphalt|tarmac|road|bitumen/,`asphalt`],[/concrete|cement|slab|paving/,`concrete`],[/gravel|ballast|rubble|crushed|stone|rock/,`gravel`],[/sand/,`sand`]];function bo(e){return vo[yo.find(([t])=>t.test(e.toLowerCase()))?.[1]??`earth`]}var xo=e=>8+16*e,So=`
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
`,Co=`
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
`;function wo(e){let{column:t,row:n,columns:r,rows:i,xMin:a,yMin:o,cell:s,surfaces:c,looseness:l}=e,u=r*i,d=`the ground tile ${t}, ${n}`;if(r<2||i<2||r!==i||!(s>0))throw Error(`${d} has ${r} x ${i} points, ${s} m apart`);for(let[t,n,r]of[[`heights`,e.heights,2*u],[`surfaces`,c,u],[`looseness`,l,u]])if(!(n.byteLength===r||n.byteLength===0&&t!==`heights`))throw Error(`${d} has ${u} points but ${n.byteLength} bytes of ${t}`);let f=new DataView(e.heights.buffer,e.heights.byteOffset,2*u),p=new Float32Array(u);for(let t=0;t<u;t++)p[t]=e.heightBase+e.heightStep*f.getInt16(2*t,!0);return{column:t,row:n,columns:r,rows:i,xMin:a,yMin:o,cell:s,heights:p,surfaces:c,looseness:l}}var To=(e,t)=>e+2**26*t,Eo=class{field;grid;tiles=new Map;kinds;patterns=new Map;found;original;constructor(e){this.field=mo(e),this.kinds=e?.kinds.map(e=>e.colour).filter(e=>e.length>=3)??[];for(let{name:t,colour:n}of e?.kinds??[]){let[e=0,r=0,i=0]=n.map(e=>Math.round(255*e));this.patterns.set(65536*e+256*r+i,bo(t))}}patternAt(e,t,n){return this.patterns.get(65536*e+256*t+n)??vo.earth}tile(e,t){return this.tiles.get(To(e,t))}all(){return this.tiles.values()}get count(){return this.tiles.size}set(e){this.grid??={xMin:e.xMin-e.column*(e.columns-1)*e.cell,yMin:e.yMin-e.row*(e.rows-1)*e.cell,cell:e.cell,cells:e.columns-1};let{xMin:t,yMin:n,cell:r,cells:i}=this.grid,a=(e,t,n)=>Math.abs(e+n*i*r-t)>.01*r;if(e.columns-1!==i||Math.abs(e.cell-r)>1e-6*r||a(t,e.xMin,e.column)||a(n,e.yMin,e.row))throw Error(`the ground tile ${e.column}, ${e.row} lies beside the grid`);return this.tiles.set(To(e.column,e.row),e),this.changed(e.column,e.row)}remove(e,t){if(this.tiles.delete(To(e,t)))return this.changed(e,t)}heightAt(e,t){let n=this.tileAt(e,t);return n?ho(n,e,t):this.field?ho(this.field,e,t):0}gridHeight(e,t){let n=this.find(e,t);if(n>=0)return this.found.heights[n];let{xMin:r,yMin:i,cell:a}=this.grid;return this.field?ho(this.field,r+e*a,i+t*a):0}gridLooseness(e,t){let n=this.find(e,t);return n>=0?(this.found.looseness[n]??0)/255:0}gridColour(e,t){let n=this.find(e,t);return n>=0?this.kinds[this.found.surfaces[n]??0]:void 0}find(e,t){let{cells:n}=this.grid,[r,i]=[Math.floor(e/n),Math.floor(t/n)],a=+(e%n===0),o=+(t%n===0);for(let s=i;s>=i-o;s--)for(let i=r;i>=r-a;i--)if(this.found=this.tile(i,s),this.found)return(t-s*n)*this.found.columns+(e-i*n);return-1}tileAt(e,t){if(!this.grid)return;let{xMin:n,yMin:r,cell:i,cells:a}=this.grid,o=i*a;return this.tile(Math.floor((e-n)/o),Math.floor((t-r)/o))}changed(e,t){let n=this.pointsUnder(e,t),{field:r}=this;if(r&&n){this.original??={heights:r.heights.slice(),colours:r.colours.slice()};for(let e=n.j0;e<=n.j1;e++)for(let t=n.i0;t<=n.i1;t++)this.take(r,t,e)}return{column:e,row:t,points:n}}take(e,t,n){let r=n*e.columns+t,[i,a]=[e.xMin+t*e.cell,e.yMin+n*e.cell],o=this.grid,s=(i-o.xMin)/o.cell,c=(a-o.yMin)/o.cell,l=[1e-6,-1e-6].flatMap(e=>[1e-6,-1e-6].map(t=>[s+e,c+t])).map(([e,t])=>this.tile(Math.floor(e/o.cells),Math.floor(t/o.cells))).find(e=>e!==void 0),{heights:u,colours:d}=this.original;e.heights[r]=l?ho(l,i,a):u[r];let f=l&&this.colourAt(l,i,a);for(let t=0;t<3;t++)e.colours[3*r+t]=f?Math.round(255*f[t]):d[3*r+t]}colourAt(e,t,n){let r=(t,n,r)=>Math.min(r-1,Math.max(0,Math.round((t-n)/e.cell))),[i,a]=[r(t,e.xMin,e.columns),r(n,e.yMin,e.rows)];return this.kinds[e.surfaces[a*e.columns+i]??0]}pointsUnder(e,t){let{field:n,grid:r}=this;if(!n||!r)return;let i=r.cell*r.cells,a=(e,t,r)=>[Math.max(0,Math.ceil((e-t)/n.cell-1e-6)),Math.min(r-1,Math.floor((e+i-t)/n.cell+1e-6))],[o,s]=a(r.xMin+e*i,n.xMin,n.columns),[c,l]=a(r.yMin+t*i,n.yMin,n.rows);return o<=s&&c<=l?{i0:o,i1:s,j0:c,j1:l}:void 0}};function Do(e){let t=e>>>0;return()=>(t=Math.imul(t,1664525)+1013904223>>>0,t/2**32)}function Oo(e,t,n,r,i){let a=Do(i),o=Float32Array.from({length:n*n},a),s=e=>e*e*(3-2*e);for(let i=0;i<t;i++)for(let a=0;a<t;a++){let[c,l]=[a*n/t,i*n/t],[u,d]=[Math.floor(c),Math.floor(l)],[f,p]=[s(c-u),s(l-d)],m=(e,t)=>o[t%n*n+e%n],h=(1-f)*m(u,d)+f*m(u+1,d),g=(1-f)*m(u,d+1)+f*m(u+1,d+1);e[i*t+a]+=r*((1-p)*h+p*g)}}function ko(e,t=256){let n=[0,1,2].map(()=>new Float32Array(t*t));[4,8,16,32,64].forEach((e,r)=>{Oo(n[0],t,e,.5**(r+1),11+r),Oo(n[1],t,e,.5**(r+1),71+r)}),[16,64,128,256].forEach((e,r)=>{Oo(n[2],t,e,[.2,.25,.3,.25][r],131+r)});let r=new Uint8Array(4*t*t);for(let e=0;e<t*t;e++){for(let t=0;t<3;t++)r[4*e+t]=255*Math.min(1,n[t][e]);r[4*e+3]=255}let i=new A(r,t,t);return i.wrapS=vt,i.wrapT=vt,i.magFilter=Re,i.minFilter=be,i.generateMipmaps=!0,i.anisotropy=e?4:1,i.needsUpdate=!0,i}var Ao=256;function jo(e,t){let n=new A(e,Ao,Ao);return n.wrapS=vt,n.wrapT=vt,n.magFilter=Re,n.minFilter=be,n.generateMipmaps=!0,n.anisotropy=t,n.needsUpdate=!0,n}function Mo(e,t=24){let n=Do(7),r=Array.from({length:t*t},()=>({x:.15+.7*n(),y:.15+.7*n(),size:.7+.6*n(),tint:n()})),i=new Uint8Array(4*Ao*Ao);for(let e=0;e<Ao;e++)for(let n=0;n<Ao;n++){let[a,o]=[n*t/Ao,e*t/Ao],[s,c]=[Math.floor(a),Math.floor(o)],[l,u,d]=[9,9,0];for(let e=c-1;e<=c+1;e++)for(let n=s-1;n<=s+1;n++){let i=r[(e+t)%t*t+(n+t)%t],s=Math.hypot(a-n-i.x,o-e-i.y)/i.size;s<l?[u,l,d]=[l,s,i.tint]:s<u&&(u=s)}let f=Math.min(1,Math.max(0,(u-l)/.35)),p=4*(e*Ao+n);i[p]=255*Math.max(0,Math.min(1,f*(1.05-.75*l*l))),i[p+1]=255*d,i[p+2]=255*f,i[p+3]=255}return jo(i,e)}function No(e,t=5200){let n=Do(23),r=new Uint8Array(4*Ao*Ao);for(let e=0;e<Ao*Ao;e++)r.set([46,90,10,255],4*e);for(let e=0;e<t;e++){let[i,a]=[Ao*n(),Ao*n()],o=2*Math.PI*n(),s=.16*(n()-.5),c=9+16*n(),l=70+e/t*150*(.6+.4*n()),u=60+150*n()**2;for(let e=0;e<c;e++){let t=e/c;i+=Math.cos(o),a+=Math.sin(o),o+=s;let n=(Math.floor(i)%Ao+Ao)%Ao,d=4*((Math.floor(a)%Ao+Ao)%Ao*Ao+n);r[d]=Math.min(255,l*(.55+.6*t)),r[d+1]=u,r[d+2]=255*t}}return jo(r,e)}var Po=class{uniforms;constructor(e){this.uniforms={stoneMap:{value:e?Mo(8):null},bladeMap:{value:e?No(8):null}}}dispose(){for(let{value:e}of Object.values(this.uniforms))e?.dispose()}},Fo=.004,Io=`
#ifdef USE_CUT
  uniform sampler2D cutMask;
  uniform vec2 cutOrigin;
  uniform vec2 cutCount;
  uniform float cutSize;
  uniform float cutUnder;
#endif
`,Lo=`
#ifdef USE_CUT
  vec2 cutAt = (vPlace - cutOrigin) / cutSize;
  if (all(greaterThan(cutAt, vec2(0.0))) && all(lessThan(cutAt, cutCount))) {
    vec2 cutLow = texture2D(cutMask, (floor(cutAt - cutUnder) + 0.5) / cutCount).rg;
    vec2 cutHigh = texture2D(cutMask, (floor(cutAt + cutUnder) + 0.5) / cutCount).rg;
    if (min(cutLow.r, cutHigh.r) > 0.5) discard;
  }
#endif
`,Ro=class{uniforms={cutMask:{value:new A},cutOrigin:{value:new C},cutCount:{value:new C(1,1)},cutSize:{value:1},cutUnder:{value:0}};materials=[];attach(e){this.materials.push(e)}update(e){let{grid:t}=e,n=[...e.all()];for(let e of this.materials)(e.defines!==void 0&&`USE_CUT`in e.defines)!=n.length>0&&(e.defines??={},n.length>0?e.defines.USE_CUT=``:delete e.defines.USE_CUT,e.needsUpdate=!0);if(!t||n.length===0)return;let r=n.map(e=>e.column),i=n.map(e=>e.row),[a,o]=[Math.min(...r)-1,Math.min(...i)-1],[s,c]=[Math.max(...r)-a+2,Math.max(...i)-o+2],l=new Uint8Array(4*s*c);for(let{column:e,row:t}of n)l[4*((t-o)*s+e-a)]=255;let u=t.cell*t.cells,{cutMask:d,cutOrigin:f,cutCount:p,cutSize:m,cutUnder:h}=this.uniforms;d.value.dispose(),d.value=new A(l,s,c),d.value.needsUpdate=!0,f.value.set(t.xMin+a*u,t.yMin+o*u),p.value.set(s,c),m.value=u,h.value=Fo/u}dispose(){this.uniforms.cutMask.value.dispose()}};function zo(e,t,n,r,i=()=>vo.earth){let a=new Uint8Array(4*e*t);for(let r=0;r<e*t;r++){let[e,t,o]=[n[3*r],n[3*r+1],n[3*r+2]];a.set([e,t,o,xo(i(e,t,o))],4*r)}let o=new A(a,e,t);return o.colorSpace=R,o.magFilter=Re,o.minFilter=be,o.generateMipmaps=!0,o.anisotropy=r.detail?4:1,o.needsUpdate=!0,o}function Bo(e,t){let n=t.detail?new pt({map:e.colours,roughness:.97}):new _e({map:e.colours}),{cut:r,changed:i}=e,a=t.detail?Jo:Yo,o=t.detail?Go:Ko,s=e.grid?Xo:a;n.defines={...n.defines},r?.attach(n);let{detail:c}=t;n.onBeforeCompile=t=>{Object.assign(t.uniforms,e.conditions.uniforms,e.textures.uniforms),r&&Object.assign(t.uniforms,r.uniforms);let n=`${Ga}${i?Vo:``}`;t.vertexShader=t.vertexShader.replace(`#include <common>`,`#include <common>\nvarying vec2 vPlace;${n}`).replace(`#include <begin_vertex>`,`#include <begin_vertex>\nvPlace = position.xy;\n${Ka}${i?Ho:``}`),t.fragmentShader=t.fragmentShader.replace(`#include <common>`,`#include <common>
varying vec2 vPlace;
uniform sampler2D noiseMap;
`+qa+(c?So:`uniform float wet;`)+(r?Io:``)+(i?Uo:``)).replace(`#include <map_pars_fragment>`,`#include <map_pars_fragment>\n${c?Co:``}`).replace(`#include <map_fragment>`,(r?Lo:``)+(i?o:s)),c&&(t.fragmentShader=t.fragmentShader.replace(`#include <normal_fragment_maps>`,`#include <normal_fragment_maps>\n${i?qo:``}\n${Ja}`).replace(`#include <roughnessmap_fragment>`,`float roughnessFactor = groundRough;`))};let l=`${e.grid} ${r!==void 0} ${i??!1} ${t.name}`;return n.customProgramCacheKey=()=>`ground ${l}`,n}var Vo=`
  attribute vec4 soil;
  attribute float loose;
  varying vec4 vSoil;
  varying float vLoose;
`,Ho=`
  vSoil = soil;
  vLoose = loose;
`,Uo=`
  varying vec4 vSoil;
  varying float vLoose;
`,Wo=`
  vec3 wobbleFine = texture2D(noiseMap, vPlace / 0.53).rgb;
  vec2 wobble = (texture2D(noiseMap, vPlace / 2.9).rg - 0.5) * 1.1 + (wobbleFine.rg - 0.5) * 0.7;
`,Go=`
  vec3 face = normalize(cross(dFdx(vGround), dFdy(vGround)));
  float wall = 1.0 - smoothstep(0.4, 0.7, abs(face.z));
  vec3 shares = soilShares(normalize(mix(vUp, face, wall)));
  vec3 fine = soilNoise(vGround / 4.3, shares);
  ${Wo}
  Surface surface = surfaceAt(vMapUv, wobble);
  vec3 colour = mix(surface.first.rgb, vSoil.rgb, vSoil.a);
  bool same = vSoil.a < 0.5 || distance(surface.first.rgb, vSoil.rgb) < 0.05;
  vec2 sideways = vec2(-face.y, face.x) / max(length(face.xy), 1e-3);
  vec2 onWall = vec2(dot(vGround.xy, sideways), vGround.z);
  vec3 grown = groundLook(same && wall < 0.5 ? patternOf(surface.first) : 0, colour, wall > 0.5 ? onWall : vPlace);
  if (wall > 0.0) {
    // Strata: bands of their own colour that wave a little; stripes that teeth have left; roots of nothing.
    float level = vGround.z + 0.16 * (soilNoise(vGround / 7.0, shares).r - 0.5);
    float band = texture2D(noiseMap, vec2(0.37, level * 0.31)).r * 0.6 + texture2D(noiseMap, vec2(0.71, level * 0.9)).g * 0.4;
    vec3 strata = mix(vec3(0.62, 0.58, 0.56), vec3(1.3, 1.12, 0.92), smoothstep(0.3, 0.7, band));
    float seam = smoothstep(0.035, 0.0, abs(band - 0.46));
    float stripe = texture2D(noiseMap, vec2(onWall.x * 1.7, onWall.y * 0.12)).b;
    grown *= mix(vec3(1.0), strata * (1.0 - 0.3 * seam) * (0.82 + 0.36 * stripe), wall);
    soilHeight += wall * (0.02 * stripe + 0.03 * soilNoise(vGround / 1.1, shares).r);
  }
  float loose = smoothstep(0.1, 0.75, vLoose + 0.5 * (fine.b - 0.5));
  float broken = looseSoil(vGround, shares, loose);
  diffuseColor.rgb *= mix(grown, colour * ${Ya} * broken * (1.0 - 0.45 * wet), loose);
  groundRough = mix(groundRough, 0.97 - 0.3 * wet, max(loose, wall));
`,Ko=`
  vec3 base = mix(texture2D(map, vMapUv).rgb, vSoil.rgb, vSoil.a);
  vec3 shares = soilShares(normalize(vUp));
  float grown = 0.6 + 0.7 * soilNoise(vGround / 11.0, shares).r;
  float broken = 0.35 + 1.3 * soilNoise(vGround / 3.0, shares).b;
  diffuseColor.rgb *= base * mix(grown, ${Ya} * broken, vLoose);
`,qo=`
  vec3 flatNormal = normalize(cross(dFdx(-vViewPosition), dFdy(-vViewPosition)));
  float bend = 1.0 - smoothstep(0.82, 0.94, dot(normal, flatNormal));
  normal = normalize(mix(normal, flatNormal, max(0.8 * wall, bend)));
`,Jo=`
  ${Wo}
  Surface surface = surfaceAt(vMapUv, wobble);
  vec3 look = groundLook(patternOf(surface.first), surface.first.rgb, vPlace);
  if (surface.share > 0.01) {
    look = mix(look, groundLook(patternOf(surface.second), surface.second.rgb, vPlace), surface.share);
    // One surface does not stand above the other: their bumps end at the border.
    soilHeight *= 1.0 - 2.0 * surface.share;
  }
  diffuseColor.rgb *= look;
`,Yo=`
  float broad = texture2D(noiseMap, vPlace / 11.0).r;
  diffuseColor.rgb *= texture2D(map, vMapUv).rgb * (0.6 + 0.7 * broad) * (1.0 - 0.4 * wet);
`,Xo=`
  vec3 broad = texture2D(noiseMap, vPlace / 37.0).rgb;
  vec3 fine = texture2D(noiseMap, vPlace / 4.3).rgb;
  diffuseColor.rgb *= texture2D(map, vMapUv).rgb;
  diffuseColor.rgb *= 0.75 + 0.25 * broad.r + 0.24 * fine.b;
  vec2 width = fwidth(vPlace);
  vec2 one = abs(fract(vPlace - 0.5) - 0.5) / (width + 0.02);
  vec2 ten = abs(fract(vPlace / 10.0 - 0.5) - 0.5) * 10.0 / (width + 0.04);
  float far = max(width.x, width.y);
  float line = (1.0 - min(min(one.x, one.y), 1.0)) * 0.35 * clamp(1.0 - 4.0 * far, 0.0, 1.0);
  line = max(line, (1.0 - min(min(ten.x, ten.y), 1.0)) * 0.55 * clamp(1.0 - 0.4 * far, 0.0, 1.0));
  diffuseColor.rgb *= 1.0 - line;
`;function Zo(e){let{columns:t,rows:n,heights:r,xMin:i,yMin:a,cell:o}=e,s=(e,t)=>Math.min(t-1,Math.max(0,e));return{xMin:i,yMin:a,cell:o,height:(e,i)=>r[s(i,n)*t+s(e,t)],uv:(e,r)=>[(e+.5)/t,(r+.5)/n]}}var Qo=32,$o=256;function es(e,t){let n=Qo,r=e=>Math.ceil((e-1)/n);for(;r(e)*r(t)>$o;)n*=2;let i=[];for(let r=0;r<t-1;r+=n)for(let a=0;a<e-1;a+=n){let[o,s]=[Math.min(e-1,a+n),Math.min(t-1,r+n)];i.push({i0:a,i1:o,j0:r,j1:s})}return i}function ts(e,t,n){let r=[];for(let i=e;i<t;i+=n)r.push(i);return r.push(t),r}function ns(e,t){let[n,r]=[ts(e.i0,e.i1,t).length-1,ts(e.j0,e.j1,t).length-1];return 2*n*r+4*(n+r)}function rs(e,t,n,r){let i=(e,t,n)=>Math.max(t-e,0,e-n),a=(e,n)=>e+n*t.cell;return Math.hypot(i(n,a(t.xMin,e.i0),a(t.xMin,e.i1)),i(r,a(t.yMin,e.j0),a(t.yMin,e.j1)))}var is=.02,as=10;function os(e,t,n,r){let i=e.map(e=>rs(e,t,n.x,n.y)),a=Math.max(...e.map(e=>Math.max(e.i1-e.i0,e.j1-e.j0))),o=e=>i.map(n=>{let r=1,i=e*(as+n);for(;r<a&&2*r*t.cell<=i;)r*=2;return r}),s=t=>t.reduce((t,n,r)=>t+ns(e[r],n),0);for(let e=is;;e*=1.25){let t=o(e);if(s(t)<=r||t.every(e=>e>=a))return t}}function ss(e,t,n,r=n*e.cell){let{cell:i}=e,a=ts(t.i0,t.i1,n),o=ts(t.j0,t.j1,n),s=(t,n)=>e.height(t,n),c=a.length*o.length+2*(a.length+o.length-2),l=new Float32Array(3*c),u=new Float32Array(3*c),d=new Float32Array(2*c),f=new Float32Array(e.soil?4*c:0),p=new Float32Array(e.soil?c:0),m=new z,h=0,g=(t,n,r)=>{let a=h++;l[3*a]=e.xMin+t*i,l[3*a+1]=e.yMin+n*i,l[3*a+2]=s(t,n)-r,m.set(s(t-1,n)-s(t+1,n),s(t,n-1)-s(t,n+1),2*i).normalize(),m.toArray(u,3*a),d.set(e.uv(t,n),2*a);let o=e.soil?.(t,n);if(!o)return a;for(let e=0;e<4;e++)f[4*a+e]=o[e];return p[a]=o[4],a};for(let e of o)for(let t of a)g(t,e,0);let _=[];for(let e=0;e+1<o.length;e++)for(let t=0;t+1<a.length;t++){let n=e*a.length+t,r=n+a.length;_.push(n,n+1,r+1,n,r+1,r)}let[v,y]=[a.length-1,o.length-1],b=[...a.slice(0,-1).map((e,t)=>[t,0]),...o.slice(0,-1).map((e,t)=>[v,t]),...a.slice(0,-1).map((e,t)=>[v-t,y]),...o.slice(0,-1).map((e,t)=>[0,y-t])],x=b.map(([e,t])=>g(a[e],o[t],r)),S=b.map(([e,t])=>t*a.length+e);b.forEach((e,t)=>{let n=(t+1)%b.length;_.push(S[t],x[t],x[n],S[t],x[n],S[n])});let C=new _t;return C.setAttribute(`position`,new dt(l,3)),C.setAttribute(`normal`,new dt(u,3)),C.setAttribute(`uv`,new dt(d,2)),e.soil&&(C.setAttribute(`soil`,new dt(f,4)),C.setAttribute(`loose`,new dt(p,1))),C.setIndex(_),C.computeBoundingSphere(),C}var cs=class{maxTriangles;group=new S;tiles;meshes;made=new Map;field;strides=[];chosenAt=new z(1/0,0,0);constructor(e,t,n,r){this.maxTriangles=r,this.field=Zo(e),this.tiles=es(e.columns,e.rows),this.meshes=this.tiles.map(()=>{let e=new G(new _t,t);return e.receiveShadow=n,e}),this.group.add(...this.meshes)}update(e){if(this.chosenAt.distanceTo(e)<1)return;this.chosenAt.copy(e);let t=os(this.tiles,this.field,e,this.maxTriangles);t.forEach((e,t)=>{this.strides[t]!==e&&(this.meshes[t].geometry=this.geometry(t,e))}),this.strides=t}heightsChanged({i0:e,i1:t,j0:n,j1:r}){this.tiles.forEach((i,a)=>{if(i.i1<e-1||i.i0>t+1||i.j1<n-1||i.j0>r+1)return;for(let[e,t]of this.made)Number.parseInt(e,10)===a&&(t.dispose(),this.made.delete(e));let o=this.strides[a];o!==void 0&&(this.meshes[a].geometry=this.geometry(a,o))})}dispose(){for(let e of this.made.values())e.dispose();(this.meshes[0]?.material)?.dispose()}geometry(e,t){let n=`${e} ${t}`,r=this.made.get(n)??ss(this.field,this.tiles[e],t);return this.made.set(n,r),r}},ls=1.8,us=4,ds=.1,fs=2;function ps(e){let{columns:t,rows:n,cell:r}=e,i=Math.max(1,Math.round(fs/r)),a=e=>{let t=[];for(let n=0;n<e-1;n+=i)t.push(n);return t},[o,s]=[t-1,n-1];return[...a(t).map(e=>[e,0]),...a(n).map(e=>[o,e]),...a(t).map(e=>[o-e,s]),...a(n).map(e=>[0,s-e])]}function ms(e){let t=ps(e),n=[],r=[],i=[],a=0;for(let o=0;o<=t.length;o++){let[s,c]=t[o%t.length],[l,u]=t[(o+t.length-1)%t.length];o>0&&(a+=e.cell*Math.hypot(s-l,c-u));let[d,f]=[e.xMin+s*e.cell,e.yMin+c*e.cell],p=e.heights[c*e.columns+s];n.push(d,f,p-ds,d,f,p+ls),r.push(a/us,0,a/us,1),o>0&&i.push(2*o-2,2*o,2*o+1,2*o-2,2*o+1,2*o-1)}let o=new _t;o.setAttribute(`position`,new _(n,3)),o.setAttribute(`uv`,new _(r,2));let s=new Float32Array(n.length).map((e,t)=>+(t%3==2));return o.setAttribute(`normal`,new dt(s,3)),o.setIndex(i),o}function hs(){let[e,t]=[128,64],n=new Uint8Array(4*e*t),r=(t,r,i)=>n.set(i,4*(r*e+t));for(let n=0;n<t;n++)for(let i=0;i<e;i++){let e=(i+n)%8==0||(i-n+128)%8==0,a=Math.floor((i+n)/16)%2==0;n>=t-9&&n<t-2?r(i,n,a?[214,74,30,255]:[240,238,232,255]):i<3||n<3?r(i,n,[88,92,96,255]):r(i,n,[150,156,160,e?190:28])}let i=new A(n,e,t);return i.colorSpace=R,i.wrapS=vt,i.magFilter=Re,i.minFilter=be,i.generateMipmaps=!0,i.anisotropy=4,i.needsUpdate=!0,i}var gs=class{mesh;constructor(e){this.mesh=new G(ms(e),new pt({map:hs(),roughness:.8,metalness:0,transparent:!0,depthWrite:!1,side:2,forceSinglePass:!0})),this.mesh.material.onBeforeCompile=e=>{e.fragmentShader=e.fragmentShader.replace(`#include <normal_fragment_begin>`,`vec3 normal = normalize(vNormal); vec3 nonPerturbedNormal = normal;`)},this.mesh.name=`site edge`}dispose(){this.mesh.geometry.dispose(),this.mesh.material.map?.dispose(),this.mesh.material.dispose()}},_s=[120,118,108];function vs({columns:e,rows:t},n){let r=_o(e,t,n),[i,a]=[go(e,r),go(t,r)],[o,s]=[e-1,t-1];return[...i.slice(0,-1).map(e=>[e,0]),...a.slice(0,-1).map(e=>[o,e]),...i.slice(1).reverse().map(e=>[e,s]),...a.slice(1).reverse().map(e=>[0,e])]}function ys(e){let t=vs(e,4e3).map(([t,n])=>e.heights[n*e.columns+t]).sort((e,t)=>e-t);return t[Math.floor(t.length/2)]}function bs(e,t){let n=vs(e,t.groundTriangles),r=([t,n])=>e.heights[n*e.columns+t],i=n.map(r).sort((e,t)=>e-t),a=i[Math.floor(i.length/2)],o=[e.xMin+.5*e.cell*(e.columns-1),e.yMin+.5*e.cell*(e.rows-1)],s=[],c=[];n.forEach((t,i)=>{let l=e.xMin+t[0]*e.cell,u=e.yMin+t[1]*e.cell,d=Math.hypot(l-o[0],u-o[1]),[f,p]=[(l-o[0])/d,(u-o[1])/d],m=1.5*Math.abs(r(t)-a)+.01,h=900-d;s.push(l,u,r(t)),s.push(l+m*f,u+m*p,a),s.push(l+h*f,u+h*p,a);let g=3*i,_=3*((i+1)%n.length);for(let e of[0,1])c.push(g+e,g+e+1,_+e+1,g+e,_+e+1,_+e)});let l=new _t;return l.setAttribute(`position`,new _(s,3)),l.setAttribute(`uv`,new _(new Float32Array(2*s.length/3).fill(.5),2)),l.setIndex(c),l.computeVertexNormals(),l}function xs(e){let t=new Map;for(let[n,r]of vs(e,1/0)){let i=3*(r*e.columns+n),a=[...e.colours.subarray(i,i+3)].join(` `);t.set(a,(t.get(a)??0)+1)}let n=[...t].sort((e,t)=>t[1]-e[1])[0];return n?n[0].split(` `).map(Number):_s}var Ss=2e4,Cs=.3,ws=1.2,Ts=40,Es=.8,Ds=(e,t)=>`${e} ${t}`,Os=(e,t,{cells:n})=>({i0:e*n,i1:(e+1)*n,j0:t*n,j1:(t+1)*n}),ks=2;function As(e,{i0:t,i1:n,j0:r,j1:i}){let[a,o]=[t-ks,r-ks],s=n-t+1+4,c=i-r+1+4,l=new Float64Array(s*c);for(let t=0,n=0;t<c;t++)for(let r=0;r<s;r++,n++)l[n]=e.gridHeight(a+r,o+t);return(t,n)=>{let[r,i]=[t-a,n-o];return r>=0&&i>=0&&r<s&&i<c?l[i*s+r]:e.gridHeight(t,n)}}function js(e,t){let{xMin:n,yMin:r,cell:i}=e.grid,{field:a}=e,o=As(e,t),s=new q,c=[];return{xMin:n,yMin:r,cell:i,height:o,uv:(e,t)=>a?[((n+e*i-a.xMin)/a.cell+.5)/a.columns,((r+t*i-a.yMin)/a.cell+.5)/a.rows]:[.5,.5],soil:(t,n)=>{let[r,a]=Ns(o,t,n,ws*i),l=e.gridLooseness(r,a),u=e.gridColour(r,a),d=u?1:Es*l,[f,p,m]=u??Xa;return u!==c&&s.setRGB(f,p,m,R),c=u,[s.r,s.g,s.b,d,l]}}}var Ms=[[1,0],[-1,0],[0,1],[0,-1]];function Ns(e,t,n,r){let i=e(t,n)-r,a=[t,n];for(let[r,o]of Ms){let s=e(t+r,n+o);s>=i||(i=s,a=[t+r,n+o])}return a}function Ps(e,{i0:t,i1:n,j0:r,j1:i}){let a=0,o=(e,t)=>{a=Math.max(a,Math.abs(e-t))};for(let a of[r,i])for(let r=t;r<n;r++)o(e.height(r,a),e.height(r+1,a));for(let a of[t,n])for(let t=r;t<i;t++)o(e.height(a,t),e.height(a,t+1));return a}function Fs(e,t,n,r,i,a){let o=e=>Math.hypot(r.xMin+r.cell*(e.i0+e.i1)/2-i.x,r.yMin+r.cell*(e.j0+e.j1)/2-i.y),s=e.map((e,t)=>t).filter(e=>t[e]>1&&n(e));s.sort((t,n)=>o(e[t])-o(e[n]));let c=a-e.reduce((e,n,r)=>e+ns(n,t[r]),0);for(let n of s){let r=e[n];if(c-=ns(r,1)-ns(r,t[n]),c<0||o(r)>Ts)return;t[n]=1}}var Is=class{model;material;receivesShadow;maxTriangles;group=new S;views=new Map;dirty=new Set;chosenAt=new z(1/0,0,0);constructor(e,t,n,r){this.model=e,this.material=t,this.receivesShadow=n,this.maxTriangles=r}changed(e,t){for(let n of[t-1,t,t+1])for(let t of[e-1,e,e+1])this.dirty.add(Ds(t,n));this.adopt(e,t)}update(e){this.chosenAt.distanceTo(e)>=1&&this.choose(e);let t=Ss;for(let e of this.dirty){let n=this.views.get(e);if(this.dirty.delete(e),n&&(this.build(n),t-=n.mesh.geometry.getAttribute(`position`).count,t<=0))break}}dispose(){for(let{mesh:e}of this.views.values())e.geometry.dispose();this.material.dispose()}adopt(e,t){let n=Ds(e,t),r=this.model.tile(e,t)!==void 0,i=this.views.get(n);if(r===(i!==void 0))return;if(i){this.group.remove(i.mesh),i.mesh.geometry.dispose(),this.views.delete(n);return}let a=new G(new _t,this.material);a.receiveShadow=this.receivesShadow,this.group.add(a);let o={column:e,row:t,mesh:a,stride:1,step:0};this.views.set(n,o),this.build(o),this.chosenAt.x=1/0}choose(e){let{grid:t}=this.model;this.chosenAt.copy(e);let n=[...this.views.values()];if(!t||n.length===0)return;let r=n.map(e=>Os(e.column,e.row,t)),i=os(r,t,e,this.maxTriangles);Fs(r,i,e=>n[e].step>ws*t.cell,t,e,this.maxTriangles),i.forEach((e,t)=>{let r=n[t];r.stride!==e&&(r.stride=e,this.dirty.add(Ds(r.column,r.row)))})}build(e){let{grid:t}=this.model;if(!t)return;let n=Os(e.column,e.row,t),r=js(this.model,n);e.step=Ps(r,n);let i=e.stride*Math.max(t.cell,e.step)+Cs;e.mesh.geometry.dispose(),e.mesh.geometry=ss(r,n,e.stride,i)}},Ls=[150,156,140],Rs=.12,zs=.4,Bs=class{model;surfaces;conditions;quality;group=new S;textures=[];cut=new Ro;tiles;field;colours;edge;around;cutChanged=!1;edgeChanged=!1;constructor(e,t,n,r){this.model=e,this.surfaces=t,this.conditions=n,this.quality=r;let{field:i}=e,a={textures:t,conditions:n,grid:!i},o=e.patternAt.bind(e);if(i){this.colours=zo(i.columns,i.rows,i.colours,r,o);let e=Bo({...a,colours:this.colours,cut:this.cut},r);this.field=new cs(i,e,r.shadows,r.groundTriangles),this.edge=new gs(i),this.group.add(this.field.group,this.edge.mesh),this.around=this.addSurroundings(i)}else{this.colours=zo(1,1,_s,r);let e=Bo({...a,colours:this.colours,cut:this.cut},r);this.around=this.add(new I(900,64),e)}this.textures.push(this.colours),this.tiles=new Is(e,Bo({...a,colours:this.colours,changed:!0},r),r.shadows,zs*r.groundTriangles),this.group.add(this.tiles.group)}changed({column:e,row:t,points:n}){this.tiles.changed(e,t),this.cutChanged=!0;let{field:r}=this.model;if(!r||!n)return;this.field?.heightsChanged(n),this.paint(r,n);let{i0:i,i1:a,j0:o,j1:s}=n;i>0&&o>0&&a<r.columns-1&&s<r.rows-1||(this.edgeChanged=!0)}update(e){this.cutChanged&&this.cut.update(this.model),this.edgeChanged&&this.rebuildEdge(),this.cutChanged=!1,this.edgeChanged=!1,this.field?.update(e),this.tiles.update(e)}dispose(){for(let e of this.textures)e.dispose();this.field?.dispose(),this.edge?.dispose(),this.tiles.dispose(),this.cut.dispose(),this.around.geometry.dispose(),this.around.material.dispose()}paint(e,{i0:t,i1:n,j0:r,j1:i}){let a=this.colours.image.data;for(let o=r;o<=i;o++)for(let r=t;r<=n;r++){let t=o*e.columns+r,[n,i,s]=e.colours.subarray(3*t,3*t+3);a.set([n,i,s,xo(this.model.patternAt(n,i,s))],4*t)}this.colours.needsUpdate=!0}rebuildEdge(){let{field:e}=this.model;e&&(this.edge&&this.group.remove(this.edge.mesh),this.edge?.dispose(),this.edge=new gs(e),this.group.add(this.edge.mesh),this.around.geometry.dispose(),this.around.geometry=bs(e,this.quality))}addSurroundings(e){let t=xs(e),n=t.map((e,t)=>e+Rs*(Ls[t]-e)),r=this.model.patternAt(t[0],t[1],t[2]),i=zo(1,1,n,this.quality,()=>r);this.textures.push(i);let{surfaces:a,conditions:o}=this,s={colours:i,textures:a,conditions:o,grid:!1};return this.add(bs(e,this.quality),Bo(s,this.quality))}add(e,t){let n=new G(e,t);return n.receiveShadow=this.quality.shadows,this.group.add(n),n}},Vs=class{rows;columns;geometry=new _t;positions;normals;constructor(e,t,n,r){this.rows=e,this.columns=t,this.positions=new Float32Array(3*e*t),this.normals=new Float32Array(3*e*t);let i=[];for(let n=0;n+1<e;n++)for(let e=0;e+1<t;e++){let r=n*t+e,a=r+t;i.push(r,r+1,a+1,r,a+1,a)}for(let[e,t]of[[`position`,this.positions],[`normal`,this.normals]]){let n=new dt(t,3);n.setUsage(re),this.geometry.setAttribute(e,n)}this.geometry.setIndex(i),this.geometry.boundingSphere=new W(n,r)}set(e,t,n,r,i){let a=3*(e*this.columns+t);this.positions[a]=n,this.positions[a+1]=r,this.positions[a+2]=i}finish(){let{rows:e,columns:t,normals:n}=this;for(let n=1;n+1<e;n++)for(let e=1;e+1<t;e++)this.setNormal(n,e);let r=(e,t)=>n.copyWithin(3*e,3*t,3*t+3);for(let n=1;n+1<e;n++)r(n*t,n*t+1),r((n+1)*t-1,(n+1)*t-2);for(let n=0;n<t;n++)r(n,t+n),r((e-1)*t+n,(e-2)*t+n);this.geometry.getAttribute(`position`).needsUpdate=!0,this.geometry.getAttribute(`normal`).needsUpdate=!0}dispose(){this.geometry.dispose()}setNormal(e,t){let{rows:n,columns:r,positions:i}=this,a=3*(e*r+Math.max(1,t-1)),o=3*(e*r+Math.min(r-2,t+1)),s=3*(Math.max(1,e-1)*r+t),c=3*(Math.min(n-2,e+1)*r+t),l=i[o]-i[a],u=i[o+1]-i[a+1],d=i[o+2]-i[a+2],f=i[c]-i[s],p=i[c+1]-i[s+1],m=i[c+2]-i[s+2],h=u*m-d*p,g=d*f-l*m,_=l*p-u*f,v=Math.hypot(h,g,_),y=3*(e*r+t);this.normals[y]=v>0?h/v:0,this.normals[y+1]=v>0?g/v:0,this.normals[y+2]=v>0?_/v:1}},Hs=.03,Us=.21,Ws=.15,Gs={high:1,low:3},Ks=.004,qs=class{bed;surface;stride;across;along;constructor(e,t){this.bed=e;let{xMin:n,xMax:r,yMin:i,yMax:a,floor:o,columns:s,rows:c}=e;if(s<1||c<1||!(r>n)||!(a>i))throw Error(`the bed "${e.name}" has ${s} x ${c} cells and holds no soil`);this.stride=Gs[t],this.along=Math.ceil(s/this.stride),this.across=Math.ceil(c/this.stride);let l=new z((n+r)/2,(i+a)/2,o);this.surface=new Vs(this.across+4,this.along+4,l,r-n+a-i)}update({levels:e}){let{surface:t,along:n,across:r}=this,{xMin:i,xMax:a,yMin:o,yMax:s,floor:c,columns:l,rows:u}=this.bed;if(e.length<l*u)return!1;let d=(a-i)/l,f=(s-o)/u,p=0;for(let m=0;m<r+4;m++){let h=Math.min(r-1,Math.max(0,m-2)),g=m<2?o:m>r+1?s:o+this.middle(h,u)*f;for(let o=0;o<n+4;o++){let s=Math.min(n-1,Math.max(0,o-2)),u=o<2?i:o>n+1?a:i+this.middle(s,l)*d,f=this.mean(e,s,h);p=Math.max(p,f);let _=m===0||o===0||m===r+3||o===n+3;t.set(m,o,u,g,c+(_?-.03:Js(f,u,g)))}}return p<=Ks?!1:(t.finish(),!0)}heightAt({levels:e},t,n){let{xMin:r,xMax:i,yMin:a,yMax:o,columns:s,rows:c}=this.bed,l=Math.floor(s*(t-r)/(i-r)),u=Math.floor(c*(n-a)/(o-a));if(!(l<0||u<0||l>=s||u>=c))return e[u*s+l]??0}middle(e,t){return(this.stride*e+Math.min(t,this.stride*(e+1)))/2}mean(e,t,n){let{stride:r,bed:i}=this,a=Math.min(i.columns,r*(t+1)),o=Math.min(i.rows,r*(n+1)),s=0;for(let c=r*n;c<o;c++)for(let n=r*t;n<a;n++)s+=e[c*i.columns+n];return s/((a-r*t)*(o-r*n))}dispose(){this.surface.dispose()}};function Js(e,t,n){if(!(e>Ks))return-.03;let r=La(t,n,Us)+.5*La(t+7,n,.45*Us);return e+Hs*Math.min(1,e/Ws)*r}var Ys=64,Xs=class{s=new Float64Array(Ys);z=new Float64Array(Ys);count=0;clear(){this.count=0}add(e,t){this.count!==Ys&&(this.s[this.count]=e,this.z[this.count++]=t)}takeBelow(e,t,n,r){this.clear();for(let i=0;i<e.count;i++){let a=i+1<e.count?i+1:0,o=e.s[i],s=e.z[i],c=t*o+n*s-r,l=t*e.s[a]+n*e.z[a]-r;if(c<=0&&this.add(o,s),c*l>=0)continue;let u=c/(c-l);this.add(o+u*(e.s[a]-o),s+u*(e.z[a]-s))}}area(){let e=0;for(let t=0;t<this.count;t++){let n=t+1<this.count?t+1:0;e+=this.s[t]*this.z[n]-this.s[n]*this.z[t]}return e/2}highest(e,t){let n=-1/0;for(let r=0;r<this.count;r++){let i=r+1<this.count?r+1:0,a=this.s[r],o=this.s[i];if(e<a&&e<o||e>a&&e>o)continue;let s=this.z[r],c=this.z[i];n=a===o?Math.max(n,t*s,t*c):Math.max(n,t*(s+(c-s)*(e-a)/(o-a)))}return n}},Zs=class{profile;width;low=0;high=0;deepestS=0;deepestZ=0;hull=new Xs;rooms=[new Xs,new Xs,new Xs];soil=[new Xs,new Xs,new Xs];scratch=new Xs;tangent=1;mouthUp=!0;mouthLevel=0;mouthSlope=0;constructor(e,t){if(this.profile=e,this.width=t,e.length<6||e.length%2==1||!(t>0))throw Error(`a bucket of ${e.length/2} corners, ${t} m wide, holds no soil`);this.setPose(0,1)}setPose(e,t){let{hull:n,profile:r}=this,[i,a]=[Math.cos(e),Math.sin(e)];n.clear();let o=-1/0;this.deepestZ=1/0;for(let e=0;e+1<r.length;e+=2){let t=i*r[e]-a*r[e+1],s=a*r[e]+i*r[e+1];n.add(t,s),o=Math.max(o,s),s>=this.deepestZ||(this.deepestZ=s,this.deepestS=t)}this.tangent=t;let s=n.count-1,[c,l]=[n.s[0],n.z[0]],[u,d]=[n.s[s],n.z[s]];this.mouthUp=(c-u)*(n.area()<0?-1:1)<0;let f=Math.abs(c-u),p=c<=u,[m,h]=p?[c,l]:[u,d],[g,_]=p?[u,d]:[c,l];if(this.mouthSlope=f>1e-9?(_-h)/f:0,this.mouthLevel=h-this.mouthSlope*m,this.mouthUp){let e=o+f*t+1;n.add(u,e),n.add(c,e)}let[v,y,b]=this.rooms,x=e=>this.keep(e,-t,1,h-t*m),S=e=>this.keep(e,t,1,_+t*g);v.takeBelow(n,1,0,m),this.keep(v,t,1,h+t*m),b.takeBelow(n,-1,0,-g),this.keep(b,-t,1,_-t*g),y.clear(),this.mouthUp&&(y.takeBelow(n,-1,0,-m),this.keep(y,1,0,g),S(v),x(y),S(y),x(b))}cut(e,t,n){let r=0,i=0,a=-1;for(let o=0;o<3;o++){let s=this.soil[o];if(s.takeBelow(this.rooms[o],-n,1,t),o===1&&this.mouthUp){let t=Math.max(0,.5*this.width-Math.abs(e));this.keep(s,-this.mouthSlope,1,this.mouthLevel+this.tangent*t)}let c=s.count<3?0:Math.abs(s.area());r+=c,c>i&&(a=o),i=Math.max(i,c)}this.low=1/0,this.high=-1/0;for(let e=0;e<3;e++){let t=this.soil[e];(t.count<3||!this.mouthUp&&e!==a)&&t.clear();for(let e=0;e<t.count;e++)this.low=Math.min(this.low,t.s[e]),this.high=Math.max(this.high,t.s[e])}return r}top(e){let t=-1/0;for(let n of this.soil)t=Math.max(t,n.highest(e,1));return t}bottom(e){let t=-1/0;for(let n of this.soil)t=Math.max(t,n.highest(e,-1));return-t}keep(e,t,n,r){let{scratch:i}=this;i.takeBelow(e,t,n,r),e.count=i.count;for(let t=0;t<i.count;t++)e.s[t]=i.s[t],e.z[t]=i.z[t]}},Qs={high:3,low:1},$s={high:36,low:12},ec=.028,tc=.17,nc=.12,rc=3,ic=class{surface;cavity;slices;s;top;foot;smoother;rows;columns;cos=1;sin=0;constructor({profile:e,width:t,slices:n},r){this.cavity=new Zs(e,t),this.slices=Math.max(1,n),this.rows=Qs[r]*this.slices+1,this.columns=$s[r];let i=this.rows*this.columns;this.s=new Float64Array(i),this.top=new Float64Array(i),this.foot=new Float64Array(i),this.smoother=new Float64Array(i);let a=new Ne,o=new z;for(let n=0;n+1<e.length;n+=2)for(let r of[-.5,.5])a.expandByPoint(o.set(e[n],r*t,e[n+1]));let s=a.getBoundingSphere(new W);this.surface=new Vs(this.rows+2,this.columns+2,s.center,s.radius+t)}update({levels:e,tilt:t,slope:n,tangent:r}){if(e.length<this.slices)return!1;this.cavity.setPose(t,r),this.cos=Math.cos(t),this.sin=Math.sin(t);let i=0;for(let t=0;t<this.rows;t++)i+=this.layRow(t,e,n);if(!(i>0))return!1;for(let e=0;e<rc;e++)this.roundOff();return this.place(),!0}dispose(){this.surface.dispose()}y(e){return this.cavity.width*(e/(this.rows-1)-.5)}levelAt(e,t){let n=this.slices-1,r=Math.min(n,Math.max(0,this.slices*e/(this.rows-1)-.5)),i=Math.min(Math.max(0,n-1),Math.floor(r)),a=t[Math.min(n,i+1)];return t[i]+(r-i)*(a-t[i])}layRow(e,t,n){let{cavity:r,columns:i}=this,a=r.cut(this.y(e),this.levelAt(e,t),n),o=!(r.high>r.low),s=o?r.deepestS:r.low,c=o?r.deepestS:r.high;for(let t=0;t<i;t++){let n=e*i+t,a=.5-.5*Math.cos(Math.PI*t/(i-1)),l=s+(c-s)*a,u=Math.min(c-1e-9,Math.max(s+1e-9,l)),d=o?r.deepestZ:r.top(u),f=Number.isFinite(d),p=t>0?n-1:-1;this.s[n]=f||p<0?l:this.s[p],this.top[n]=f?d:p<0?r.deepestZ:this.top[p],o?this.foot[n]=r.deepestZ:this.foot[n]=f?r.bottom(u):this.top[n]}return a}roundOff(){let{rows:e,columns:t,top:n,smoother:r,foot:i}=this;for(let a=0;a<e;a++){let[o,s]=[Math.max(0,a-1)*t,Math.min(e-1,a+1)*t];for(let c=0;c<t;c++){let l=a*t+c,u=c===0||c===t-1||a===0||a===e-1,d=.5*n[l]+.125*(n[l-1]+n[l+1]+n[o+c]+n[s+c]);r[l]=u?n[l]:Math.max(i[l],d)}}n.set(r)}place(){let{rows:e,columns:t,surface:n,cos:r,sin:i}=this;for(let a=-1;a<=e;a++){let o=Math.min(e-1,Math.max(0,a)),s=this.y(o);for(let e=-1;e<=t;e++){let c=Math.min(t-1,Math.max(0,e)),l=o*t+c,u=this.s[l],d=this.foot[l];if(a===o&&e===c){let e=Math.min(1,(this.top[l]-d)/nc);d=this.top[l];let t=r*u+i*d+.7*(r*d-i*u),n=La(t,s,tc)+.5*La(t+7,s,.45*tc);d+=ec*e*n}n.set(a+1,e+1,r*u+i*d,s,r*d-i*u)}}n.finish()}},ac=class{container;mesh;content;levels=[];tilt=0;slope=0;tangent=0;surface=-1;filled=!1;load;inBody=new z;turn=new He;constructor(e,t,n){this.container=e;let r=e.kind===Tt.BED;this.content=r?new qs(e,n.name):new ic(e,n.name),this.mesh=new G(this.content.surface.geometry,Qa(t,n)),this.mesh.receiveShadow=n.shadows,this.mesh.visible=!1}update(e,t,n){e&&this.isNew(e)&&this.show(e,n),this.load=e,this.mesh.visible=this.filled&&e!==void 0&&t!==void 0,t&&(this.mesh.position.copy(t.position),this.mesh.quaternion.copy(t.quaternion))}above(e){let{content:t,load:n,inBody:r,mesh:i,container:a}=this;if(!n||!(t instanceof qs))return;r.copy(e).sub(i.position),r.applyQuaternion(this.turn.copy(i.quaternion).invert());let o=t.heightAt(n,r.x,r.y);if(!(o===void 0||r.z<a.floor))return r.z-a.floor-o}dispose(){this.content.dispose(),this.mesh.material.dispose()}isNew({levels:e,tilt:t,slope:n,tangent:r,surface:i}){if(t!==this.tilt||n!==this.slope||r!==this.tangent||i!==this.surface||e.length!==this.levels.length)return!0;for(let t=0;t<e.length;t++)if(e[t]!==this.levels[t])return!0;return!1}show(e,{ground:t}){let{levels:n}=e;this.filled=this.content.update(e),e.surface!==this.surface&&Za(t?.kinds[e.surface]?.colour,this.mesh.material.color),this.tilt=e.tilt,this.slope=e.slope,this.tangent=e.tangent,this.surface=e.surface,this.levels.length=n.length;for(let e=0;e<n.length;e++)this.levels[e]=n[e]}},oc=class{scene;group=new S;views;constructor(e,t,n){this.scene=e,this.views=e.containers.map(e=>new ac(e,t,n));for(let{mesh:e}of this.views)this.group.add(e)}update(e,t){for(let n=0;n<this.views.length;n++){let r=this.views[n];r.update(e[n],t(r.container.body),this.scene)}}above(e){for(let t of this.views){let n=t.above(e);if(n!==void 0)return n}}dispose(){for(let e of this.views)e.dispose()}};function sc(e,t=!1){let n=e[0].index!==null,r=new Set(Object.keys(e[0].attributes)),i=new Set(Object.keys(e[0].morphAttributes)),a={},o={},s=e[0].morphTargetsRelative,c=new _t;c.morphTargetsRelative=s;let l=0;for(let u=0;u<e.length;++u){let d=e[u],f=0,p=0;if(n!==(d.index!==null))return console.error(`THREE.BufferGeometryUtils: .mergeGeometries() failed with geometry at index `+u+`. All geometries must have compatible attributes; make sure index attribute exists among all geometries, or in none of them.`),null;for(let e in d.attributes){if(!r.has(e))return console.error(`THREE.BufferGeometryUtils: .mergeGeometries() failed with geometry at index `+u+`. All geometries must have compatible attributes; make sure "`+e+`" attribute exists among all geometries, or in none of them.`),null;a[e]===void 0&&(a[e]=[]),a[e].push(d.attributes[e]),f++}if(f!==r.size)return console.error(`THREE.BufferGeometryUtils: .mergeGeometries() failed with geometry at index `+u+`. Make sure all geometries have the same number of attributes.`),null;if(s!==d.morphTargetsRelative)return console.error(`THREE.BufferGeometryUtils: .mergeGeometries() failed with geometry at index `+u+`. .morphTargetsRelative must be consistent throughout all geometries.`),null;for(let t in d.morphAttributes){if(!i.has(t))return console.error(`THREE.BufferGeometryUtils: .mergeGeometries() failed with geometry at index `+u+`.  .morphAttributes must be consistent throughout all geometries.`),null;if(d.morphAttributes[t].length!==e[0].morphAttributes[t].length)return console.error(`THREE.BufferGeometryUtils: .mergeGeometries() failed with geometry at index `+u+`. All geometries must have the same number of morph targets for the "`+t+`" morph attribute.`),null;o[t]===void 0&&(o[t]=[]),o[t].push(d.morphAttributes[t]),p++}if(p!==i.size)return console.error(`THREE.BufferGeometryUtils: .mergeGeometries() failed with geometry at index `+u+`. Make sure all geometries have the same number of morph attributes.`),null;if(t){let e;if(n)e=d.index.count;else if(d.attributes.position!==void 0)e=d.attributes.position.count;else return console.error(`THREE.BufferGeometryUtils: .mergeGeometries() failed with geometry at index `+u+`. The geometry must have either an index or a position attribute`),null;c.addGroup(l,e,u),l+=e}}if(n){let t=0,n=[];for(let r=0;r<e.length;++r){let i=e[r].index;for(let e=0;e<i.count;++e)n.push(i.getX(e)+t);t+=e[r].attributes.position.count}c.setIndex(n)}for(let e in a){let t=cc(a[e]);if(!t)return console.error(`THREE.BufferGeometryUtils: .mergeGeometries() failed while trying to merge the `+e+` attribute.`),null;c.setAttribute(e,t)}for(let e in o){let t=o[e][0].length;if(t!==0){c.morphAttributes=c.morphAttributes||{},c.morphAttributes[e]=[];for(let n=0;n<t;++n){let t=[];for(let r=0;r<o[e].length;++r)t.push(o[e][r][n]);let r=cc(t);if(!r)return console.error(`THREE.BufferGeometryUtils: .mergeGeometries() failed while trying to merge the `+e+` morphAttribute.`),null;c.morphAttributes[e].push(r)}}}return c}function cc(e){let t,n,r,i=-1,a=0;for(let o=0;o<e.length;++o){let s=e[o];if(t===void 0&&(t=s.array.constructor),t!==s.array.constructor)return console.error(`THREE.BufferGeometryUtils: .mergeAttributes() failed. BufferAttribute.array must be of consistent array types across matching attributes.`),null;if(n===void 0&&(n=s.itemSize),n!==s.itemSize)return console.error(`THREE.BufferGeometryUtils: .mergeAttributes() failed. BufferAttribute.itemSize must be consistent across matching attributes.`),null;if(r===void 0&&(r=s.normalized),r!==s.normalized)return console.error(`THREE.BufferGeometryUtils: .mergeAttributes() failed. BufferAttribute.normalized must be consistent across matching attributes.`),null;if(i===-1&&(i=s.gpuType),i!==s.gpuType)return console.error(`THREE.BufferGeometryUtils: .mergeAttributes() failed. BufferAttribute.gpuType must be consistent across matching attributes.`),null;a+=s.count*n}let o=new t(a),s=new dt(o,n,r),c=0;for(let t=0;t<e.length;++t){let r=e[t];if(r.isInterleavedBufferAttribute){let e=c/n;for(let t=0,i=r.count;t<i;t++)for(let i=0;i<n;i++){let n=r.getComponent(t,i);s.setComponent(t+e,i,n)}}else o.set(r.array,c);c+=r.count*n}return i!==void 0&&(s.gpuType=i),s}var lc=`
  attribute vec4 finish;
  varying vec4 vFinish;
  varying vec3 vBody;
  varying vec3 vBodyNormal;
  varying vec3 vWorld;
  varying vec3 vWorldNormal;
  #ifdef TYRE
    uniform vec4 tyreGround;
  #endif
`,uc=`
  #ifdef TYRE
    float under = tyreGround.w - dot(tyreGround.xyz, transformed);
    float near = smoothstep(-0.16, 0.0, under);
    transformed.y *= 1.0 + 0.05 * near;
    if (under > 0.0) transformed += under * tyreGround.xyz;
  #endif
`,dc=`
  vFinish = finish;
  vBody = position;
  vBodyNormal = normal;
  vWorld = (modelMatrix * vec4(transformed, 1.0)).xyz;
  vWorldNormal = normalize(mat3(modelMatrix) * normal);
`,fc=`
  varying vec4 vFinish;
  varying vec3 vBody;
  varying vec3 vBodyNormal;
  varying vec3 vWorld;
  varying vec3 vWorldNormal;
  uniform sampler2D noiseMap;
  uniform float dark;
  uniform float wet;
  uniform float seconds;
  uniform float floorHeight;
  float partRoughness;
  float partMetalness;
  vec3 partGlow;

  vec3 bodyNoise(vec3 p, vec3 w) {
    return w.x * texture2D(noiseMap, p.yz).rgb + w.y * texture2D(noiseMap, p.xz).rgb +
           w.z * texture2D(noiseMap, p.xy).rgb;
  }
`,pc=`
  partRoughness = vFinish.x;
  partMetalness = vFinish.y;
  partGlow = vec3(0.0);
  int pattern = int(vFinish.z * 255.0 / 16.0 + 0.5);
  vec3 face = normalize(vBodyNormal);
  vec3 shares = face * face;
  shares *= shares;
  shares /= shares.x + shares.y + shares.z;
  float pixel = length(fwidth(vBody));
  vec3 base = diffuseColor.rgb;

  // Along the surface, for what has stripes: across the face, upwards.
  vec2 flat2 = shares.z > 0.6 ? vBody.xy : shares.y > 0.5 ? vBody.xz : vBody.yz;
  if (pattern == 4) {
    // Slots of a grille.
    float slot = smoothstep(0.25, 0.45, abs(fract(flat2.y / 0.032) - 0.5) * 2.0);
    slot = mix(slot, 0.6, smoothstep(0.006, 0.02, pixel));
    float frame = smoothstep(0.9, 0.94, abs(fract(flat2.x / 0.3) - 0.5) * 2.0);
    base *= mix(0.18, 1.0, max(slot, frame));
  } else if (pattern == 5) {
    // Chequer plate.
    vec2 q = flat2 / 0.034;
    vec2 cell = fract(q) - 0.5;
    float odd = mod(floor(q.x) + floor(q.y), 2.0);
    vec2 turned = odd > 0.5 ? vec2(cell.x + cell.y, cell.x - cell.y) : vec2(cell.x - cell.y, cell.x + cell.y);
    float bump = smoothstep(1.0, 0.6, length(turned * vec2(1.5, 5.0)));
    bump *= 1.0 - smoothstep(0.006, 0.016, pixel);
    base *= 0.8 + 0.75 * bump;
    partRoughness -= 0.2 * bump;
  } else if (pattern == 6) {
    float stripe = fract((flat2.x + flat2.y) / 0.2);
    float line = smoothstep(0.0, pixel / 0.2 + 0.01, abs(stripe - 0.5) - 0.25);
    base = mix(vec3(0.55, 0.02, 0.015), vec3(0.8), line);
  } else if (pattern == 9) {
    base *= 0.8 + 0.4 * texture2D(noiseMap, flat2 * 9.0).b;
  } else if (pattern == 7) {
    partGlow = base * (0.03 + 3.2 * dark);
  } else if (pattern == 8) {
    float turn = fract(seconds * 1.1);
    partGlow = base * (0.25 + (1.2 + 3.0 * dark) * smoothstep(0.2, 0.0, abs(turn - 0.5)));
  }

  #ifdef DETAIL
  if (pattern < 7 || pattern == 9) {
    vec3 fine = bodyNoise(vBody * 2.3, shares);
    vec3 broad = bodyNoise(vBody * 0.33 + 0.31, shares);
    // The radius of an edge shows in how fast the normal turns.
    float turning = length(fwidth(normalize(vBodyNormal))) / max(pixel, 1e-5);
    float edge = smoothstep(18.0, 60.0, turning) * (1.0 - smoothstep(0.012, 0.03, pixel));
    float worn = 0.0;
    if (pattern == 1) {
      worn = edge * smoothstep(0.5, 0.62, 0.55 * fine.r + 0.45 * fine.b + 0.08 * broad.g);
      // Sun-bleached, not all of one piece.
      base *= 0.93 + 0.14 * broad.r;
      base = mix(base, vec3(0.19, 0.17, 0.16), 0.85 * worn);
      partMetalness = mix(partMetalness, 0.5, worn);
      partRoughness += 0.2 * (fine.g - 0.4);
    } else if (pattern == 2) {
      float rust = smoothstep(0.5, 0.75, 0.5 * broad.r + 0.5 * fine.r);
      base = mix(base, vec3(0.16, 0.075, 0.035), 0.45 * rust * (1.0 - edge));
      partMetalness *= 1.0 - 0.7 * rust;
      partRoughness += 0.25 * rust + 0.12 * (fine.b - 0.5);
    }
    // Dust lies on what looks up, mud sticks to what is low.
    float above = vWorld.z - floorHeight;
    float up = smoothstep(0.35, 0.95, vWorldNormal.z);
    float low = smoothstep(1.5, 0.15, above + 0.7 * (broad.g - 0.5));
    float dirt = 0.42 * up * smoothstep(0.25, 0.7, broad.r + 0.35 * fine.b) + 0.5 * low * smoothstep(0.3, 0.65, fine.r * 0.6 + broad.b * 0.6);
    dirt += 0.09 + 0.1 * broad.g;
    if (pattern == 3) dirt = 0.12 + 0.6 * dirt;
    dirt *= 1.0 - 0.75 * edge;
    dirt = clamp(dirt, 0.0, 0.85);
    vec3 earth = mix(vec3(0.22, 0.175, 0.12), vec3(0.1, 0.07, 0.045), wet) * (0.75 + 0.5 * fine.g);
    base = mix(base, earth, dirt * mix(1.0, 0.55, wet));
    partRoughness = mix(partRoughness, 0.96, dirt);
    partMetalness *= 1.0 - dirt;
    // A film of water.
    partRoughness = mix(partRoughness, 0.16 + 0.3 * fine.b, 0.75 * wet * (0.4 + 0.6 * up));
    base *= 1.0 - 0.25 * wet * dirt;
  }
  #endif
  diffuseColor.rgb = base;
`;function mc(e,t,n,r){let i=n<1,a={vertexColors:!0,transparent:i,opacity:n,depthWrite:!i},o=e.detail?new pt({...a,roughness:1,metalness:1}):new _e(a);return i&&e.detail&&(o.envMapIntensity=1.6),o.defines={...o.defines},e.detail&&(o.defines.DETAIL=``),r&&(o.defines.TYRE=``),o.onBeforeCompile=e=>{Object.assign(e.uniforms,t.uniforms),r&&(e.uniforms.tyreGround=r),e.vertexShader=e.vertexShader.replace(`#include <common>`,`#include <common>\n${lc}`).replace(`#include <begin_vertex>`,`#include <begin_vertex>\n${uc}\n${dc}`),e.fragmentShader=e.fragmentShader.replace(`#include <common>`,`#include <common>\n${fc}`).replace(`#include <color_fragment>`,`#include <color_fragment>\n${pc}`).replace(`#include <emissivemap_fragment>`,`#include <emissivemap_fragment>
totalEmissiveRadiance += partGlow;`).replace(`#include <roughnessmap_fragment>`,`float roughnessFactor = clamp(partRoughness, 0.03, 1.0);`).replace(`#include <metalnessmap_fragment>`,`float metalnessFactor = clamp(partMetalness, 0.0, 1.0);`)},o.customProgramCacheKey=()=>`machine ${e.name} ${i} ${r!==void 0}`,o}var hc={plain:0,paint:1,steel:2,rubber:3,grille:4,treadPlate:5,hazard:6,lamp:7,beacon:8,fabric:9,clean:10},gc={paint:{roughness:.42,metalness:0,pattern:hc.paint},steel:{roughness:.5,metalness:.55,pattern:hc.steel},chrome:{roughness:.2,metalness:.92,pattern:hc.clean},rubber:{roughness:.92,metalness:0,pattern:hc.rubber},glass:{roughness:.04,metalness:0,pattern:hc.clean},plastic:{roughness:.62,metalness:0,pattern:hc.plain},wood:{roughness:.85,metalness:0,pattern:hc.plain},concrete:{roughness:.95,metalness:0,pattern:hc.plain},fabric:{roughness:.95,metalness:0,pattern:hc.fabric},lamp:{roughness:.12,metalness:0,pattern:hc.lamp},beacon:{roughness:.15,metalness:0,pattern:hc.beacon},grille:{roughness:.6,metalness:.1,pattern:hc.grille},tread_plate:{roughness:.5,metalness:.4,pattern:hc.treadPlate},hazard:{roughness:.45,metalness:0,pattern:hc.hazard},mirror:{roughness:.04,metalness:1,pattern:hc.clean}},_c=[.6,.6,.6],vc=.22,yc=e=>Object.hasOwn(gc,e)?e:`paint`;function bc(e,t){let n=e>0?e:1;return t===`glass`&&n>=1?vc:n}var xc=e=>e.length>=3?e:_c;function Sc(e,t){let{roughness:n,metalness:r,pattern:i}=gc[t],a=e.getAttribute(`position`).count,o=new Uint8Array(4*a);for(let e=0;e<a;e++)o.set([255*n,255*r,16*i,0],4*e);return e.setAttribute(`finish`,new dt(o,4,!0)),e}var Cc=class{quality;conditions;made=new Map;tyres=new Map;constructor(e,t){this.quality=e,this.conditions=t}get(e=1){let t=`${e}`,n=this.made.get(t)??mc(this.quality,this.conditions,e);return this.made.set(t,n),n}tyre(e){let t=this.tyres.get(e)??mc(this.quality,this.conditions,1,e);return this.tyres.set(e,t),t}dispose(){for(let e of[...this.made.values(),...this.tyres.values()])e.dispose()}};function wc(e,t,n){let r=new G(e,t);return r.castShadow=n.shadows&&!t.transparent,r.receiveShadow=n.shadows,r}var Tc=(e,t)=>new z(...e.length>=3?e.slice(0,3):t),Ec=class{group=new S;turns;rotation=new He;shift=new z;constructor(e){this.turns=e.map(e=>({input:e.input,axis:Tc(e.axis,[0,1,0]).normalize(),about:Tc(e.about,[0,0,0]),angle:e.angle}))}update(e){let{position:t,quaternion:n}=this.group;t.set(0,0,0),n.identity();for(let{input:r,axis:i,about:a,angle:o}of this.turns)this.rotation.setFromAxisAngle(i,o*e(r)),this.shift.copy(a).negate().applyQuaternion(this.rotation).add(a),t.add(this.shift.applyQuaternion(n)),n.multiply(this.rotation)}},Dc=e=>e.map(e=>[e.input,...e.axis,...e.about,e.angle].join(` `)).join(`; `),Oc=new z;function kc(e,t,n,r,i,a){let o=2*Math.PI*i/4,s=Math.max(a-2*i,0),c=Math.PI/4;Oc.copy(t),Oc[r]=0,Oc.normalize();let l=.5*o/(o+s),u=1-Oc.angleTo(e)/c;return Math.sign(Oc[n])===1?u*l:s/(o+s)+l+l*(1-u)}var Ac=class e extends ge{constructor(e=1,t=1,n=1,r=2,i=.1){let a=r*2+1;if(i=Math.min(e/2,t/2,n/2,i),super(1,1,1,a,a,a),this.type=`RoundedBoxGeometry`,this.parameters={width:e,height:t,depth:n,segments:r,radius:i},a===1)return;let o=this.toNonIndexed();this.index=null,this.attributes.position=o.attributes.position,this.attributes.normal=o.attributes.normal,this.attributes.uv=o.attributes.uv;let s=new z,c=new z,l=new z(e,t,n).divideScalar(2).subScalar(i),u=this.attributes.position.array,d=this.attributes.normal.array,f=this.attributes.uv.array,p=u.length/6,m=new z,h=.5/a;for(let r=0,a=0;r<u.length;r+=3,a+=2)switch(s.fromArray(u,r),c.copy(s),c.x-=Math.sign(c.x)*h,c.y-=Math.sign(c.y)*h,c.z-=Math.sign(c.z)*h,c.normalize(),u[r+0]=l.x*Math.sign(s.x)+c.x*i,u[r+1]=l.y*Math.sign(s.y)+c.y*i,u[r+2]=l.z*Math.sign(s.z)+c.z*i,d[r+0]=c.x,d[r+1]=c.y,d[r+2]=c.z,Math.floor(r/p)){case 0:m.set(1,0,0),f[a+0]=kc(m,c,`z`,`y`,i,n),f[a+1]=1-kc(m,c,`y`,`z`,i,t);break;case 1:m.set(-1,0,0),f[a+0]=1-kc(m,c,`z`,`y`,i,n),f[a+1]=1-kc(m,c,`y`,`z`,i,t);break;case 2:m.set(0,1,0),f[a+0]=1-kc(m,c,`x`,`z`,i,e),f[a+1]=kc(m,c,`z`,`x`,i,n);break;case 3:m.set(0,-1,0),f[a+0]=1-kc(m,c,`x`,`z`,i,e),f[a+1]=1-kc(m,c,`z`,`x`,i,n);break;case 4:m.set(0,0,1),f[a+0]=1-kc(m,c,`x`,`y`,i,e),f[a+1]=1-kc(m,c,`y`,`x`,i,t);break;case 5:m.set(0,0,-1),f[a+0]=kc(m,c,`x`,`y`,i,e),f[a+1]=1-kc(m,c,`y`,`x`,i,t)}}static fromJSON(t){return new e(t.width,t.height,t.depth,t.segments,t.radius)}};function jc(e){let t=[];for(let n=0;n+1<e.length;n+=2){let r=[e[n],e[n+1]],i=t.at(-1);(!i||Math.hypot(r[0]-i[0],r[1]-i[1])>1e-6)&&t.push(r)}return t}function Mc(e){return e.reduce((t,[n,r],i)=>{let[a,o]=e[(i+1)%e.length];return t+n*o-a*r},0)}var Nc=.45;function Pc(e,t,n,r){let i=e.length,a=t=>{let[n,r]=[e[(t+i)%i],e[(t+1+i)%i]],a=Math.hypot(r[0]-n[0],r[1]-n[1])||1;return{x:(r[0]-n[0])/a,z:(r[1]-n[1])/a,length:a}},o=[];for(let s=0;s<i;s++){let[c,l]=e[s],u=!t&&s===0,d=!t&&s===i-1,f=a(u?0:s-1),p=a(d?s-1:s);if(u||d){o.push({x:c,z:l,nx:p.z,nz:-p.x});continue}let m=Math.atan2(f.x*p.z-f.z*p.x,f.x*p.x+f.z*p.z);if(Math.abs(m)<Nc){let e=Math.atan2(f.z,f.x)+m/2;o.push({x:c,z:l,nx:Math.sin(e),nz:-Math.cos(e)});continue}if(n<=0){o.push({x:c,z:l,nx:f.z,nz:-f.x},{x:c,z:l,nx:p.z,nz:-p.x});continue}let h=Math.tan(Math.abs(m)/2),g=Math.min(n*h,.45*f.length,.45*p.length),_=g/h*Math.sign(m),v=Math.atan2(f.z,f.x),[y,b]=[c-g*f.x-_*f.z,l-g*f.z+_*f.x];for(let e=0;e<=r;e++){let t=v+m*e/r,[n,i]=[Math.sin(t),-Math.cos(t)];o.push({x:y+_*n,z:b+_*i,nx:n,nz:i})}}return o}function Fc(e,t){let n=n=>e.map(([r,i],a)=>{let o=e[Math.max(0,a-1)],s=e[Math.min(e.length-1,a+1)],c=e[a],l=(e,t)=>{let n=Math.hypot(t[0]-e[0],t[1]-e[1])||1;return[(t[0]-e[0])/n,(t[1]-e[1])/n]},u=a===0?l(c,s):l(o,c),d=a===e.length-1?u:l(c,s),[f,p]=[u[0]+d[0],u[1]+d[1]],m=Math.hypot(f,p)||1,h=Math.max(.4,(f*u[0]+p*u[1])/m),g=n*t/2/h;return[r-g*p/m,i+g*f/m]});return[...n(-1),...n(1).reverse()]}var Ic=class{positions=[];normals=[];index=[];add(e,t,n,r,i,a){return this.positions.push(e,t,n),this.normals.push(r,i,a),this.positions.length/3-1}quad(e,t,n,r){this.triangle(e,t,n),this.triangle(e,n,r)}triangle(e,t,n){this.same(e,t)||this.same(t,n)||this.same(n,e)||this.index.push(e,t,n)}same(e,t){let n=this.positions;return[0,1,2].every(r=>Math.abs(n[3*e+r]-n[3*t+r])<1e-7)}strips(e,t){for(let n=0;n+1<e.length;n++){let[r,i]=[e[n],e[n+1]],a=t?r.length:r.length-1;for(let e=0;e<a;e++){let t=(e+1)%r.length;this.quad(r[e],r[t],i[t],i[e])}}}geometry(){let e=new _t;return e.setAttribute(`position`,new _(this.positions,3)),e.setAttribute(`normal`,new _(this.normals,3)),e.setIndex(this.index),e}},Lc=(e,t)=>t.detail?e<.03?1:e<.08?2:4:1;function Rc(e,t,n){let r=new Ic,i=t/2,a=[-1,1].map(t=>e.map(({x:e,z:a,nx:o,nz:s})=>r.add(e,t*(i-n),a,o,0,s))),o=[-1,1].map(t=>e.map(({x:e,z:a,nx:o,nz:s})=>r.add(e-n*o,t*i,a-n*s,0,t,0)));r.strips([o[1],a[1],a[0],o[0]],!0);let s=e.map(({x:e,z:t,nx:r,nz:i})=>new C(e-n*r,t-n*i));for(let[e,t,n]of Ve.triangulateShape(s,[]))r.triangle(o[0][e],o[0][t],o[0][n]),r.triangle(o[1][n],o[1][t],o[1][e]);return r.geometry()}function zc(e,t,n,r=0,i=0){let a=jc(e),[o,s]=[a[0],a.at(-1)];o&&s&&Math.hypot(o[0]-s[0],o[1]-s[1])<1e-6&&a.pop(),Mc(a)<0&&a.reverse();let c=n.detail?Math.min(r||.012,.3*t):0,l=n.detail?Math.max(i,c):i>.1?i:0;return Rc(Pc(a,!0,l,Lc(l,n)),t,c)}function Bc(e,t,n,r,i=0,a=0){let o=jc(Pc(jc(e),!1,a,r.detail?4:1).flatMap(({x:e,z:t})=>[e,t])),s=Math.min(i||.006,.35*t);return zc(Fc(o,t).flat(),n,r,s,s)}function Vc(e,t,n=0){let r=jc(e),i=Math.max(...r.map(([e])=>e)),a=t.detail?Hc(i,t):i<.3?7:t.sides,o=t.detail?n||Math.min(.01,.12*i):0,s=Pc(r,!1,o,Lc(o,t)),c=new Ic,l=Array.from({length:a+1},(e,t)=>{let[n,r]=[Math.cos(2*Math.PI*t/a),Math.sin(2*Math.PI*t/a)];return s.map(({x:e,z:t,nx:i,nz:a})=>c.add(n*e,r*e,t,n*i,r*i,a))});return c.strips(l.reverse(),!1),c.geometry()}function Hc(e,t){return t.detail?Math.min(e<.02?8:e<.06?12:e<.15?18:32,t.sides):e<.1?5:t.sides}function Uc(e,t,n){let r=[];for(let t=0;t+2<e.length;t+=3)r.push(new z().fromArray(e,t));let i=[r[0]];for(let e=1;e+1<r.length;e++){let a=r[e],o=r[e-1].clone().sub(a),s=r[e+1].clone().sub(a),[c,l]=[o.length(),s.length()],u=Math.PI-o.normalize().angleTo(s.normalize()),d=Math.min(t*Math.tan(u/2),.48*c,.48*l);if(u<.05||d<=0){i.push(a);continue}let f=new P(a.clone().addScaledVector(o,d),a,a.clone().addScaledVector(s,d)),p=n.detail?3:1;i.push(...f.getPoints(Math.max(p,Math.round((n.detail?4:1)*u))))}return i.push(r.at(-1)),i}function Wc(e,t,n,r){let i=Uc(e,n,r),a=r.detail?Math.max(6,Math.round(Hc(t,r)*.75)):4,o=new Ic,s=i.map((e,t)=>i[Math.min(i.length-1,t+1)].clone().sub(i[Math.max(0,t-1)]).normalize()),c=s[0],l=new z(Math.abs(c.z)<.9?0:1,0,+(Math.abs(c.z)<.9)),u=new z,d=new z,f=(e,n)=>{let r=s[e];return l.addScaledVector(r,-l.dot(r)).normalize(),u.crossVectors(r,l),Array.from({length:a},(s,c)=>{let f=2*Math.PI*c/a;d.copy(l).multiplyScalar(Math.cos(f)).addScaledVector(u,Math.sin(f));let p=d.clone().multiplyScalar(t).add(i[e]);return n!==0&&d.copy(r).multiplyScalar(n),o.add(p.x,p.y,p.z,d.x,d.y,d.z)})},p=f(0,-1),m=i.map((e,t)=>f(t,0)),h=f(i.length-1,1);o.strips(m,!0);for(let e=1;e+1<a;e++)o.triangle(p[0],p[e+1],p[e]),o.triangle(h[0],h[e],h[e+1]);return o.geometry()}function Gc(e,t,n=0){let r=[];for(let t=0;t+4<e.length;t+=5){let[n,i,a,o,s]=e.slice(t,t+5);r.push({x:n,y:i,z:a,width:o,height:s})}r[0].x>r.at(-1).x&&r.reverse();let i=t.detail?n||.015:0,a=Lc(i,t),o=({y:e,z:t,width:n,height:r})=>{let[o,s]=[n/2,r/2];return Pc([[e-o,t-s],[e+o,t-s],[e+o,t+s],[e-o,t+s]],!0,Math.min(i,.9*o,.9*s),a)},s=new Ic,c=[],l=(e,t)=>{let n=r[e],a=Math.min(i,.4*n.width,.4*n.height),c=o(n).map(({x:e,z:r,nx:i,nz:o})=>s.add(n.x,e-a*i,r-a*o,t,0,0)),l=s.add(n.x,n.y,n.z,t,0,0);return c.forEach((e,n)=>{let r=c[(n+1)%c.length];t>0?s.triangle(l,e,r):s.triangle(l,r,e)}),c};r.forEach((e,t)=>{let n=r[Math.max(0,t-1)],a=r[Math.min(r.length-1,t+1)],[l,u,d]=[o(n),o(e),o(a)],f=(t===0?1:t===r.length-1?-1:0)*Math.min(i,.4*Math.abs(a.x-n.x));c.push(u.map((t,r)=>{let i=new z(a.x-n.x,d[r].x-l[r].x,d[r].z-l[r].z).normalize(),o=new z(0,t.nx,t.nz);o.addScaledVector(i,-o.dot(i)).normalize();let c=i.x>.05?f/i.x:0;return s.add(e.x+f,t.x+c*i.y,t.z+c*i.z,o.x,o.y,o.z)}))});let u=l(0,-1),d=l(r.length-1,1);return s.strips([u,...c,d],!0),s.geometry()}var Kc={blocks:{pitch:.118,depth:.026,lugs:[{at:.33,wide:.26,long:.62,shift:0,lean:.12},{at:.02,wide:.26,long:.66,shift:.5,lean:-.3},{at:-.33,wide:.26,long:.62,shift:0,lean:-.12}]},lugs:{pitch:.2,depth:.04,lugs:[{at:.23,wide:.5,long:.36,shift:0,lean:.45},{at:-.23,wide:.5,long:.36,shift:.5,lean:-.45}]},ribs:{pitch:.13,depth:.014,lugs:[{at:.37,wide:.18,long:.86,shift:0,lean:.2},{at:.125,wide:.19,long:.94,shift:.4,lean:.1},{at:-.125,wide:.19,long:.94,shift:.2,lean:-.1},{at:-.37,wide:.18,long:.86,shift:.6,lean:-.2}]}},qc=[[.36,0],[.44,.1],[.5,.45],[.49,.7],[.46,.9],[.4,.98],[.2,1]],Jc=[[.4,0],[.5,.5],[.42,1]];function Yc(e,t,n){let r=new ge(n,e,t),i=r.getAttribute(`position`);for(let e=0;e<i.count;e++)i.getX(e)<0||(i.setY(e,.86*i.getY(e)),i.setZ(e,.93*i.getZ(e)));let a=[...r.index.array].filter((e,t)=>t<6||t>=12);return r.setIndex(a),r.clearGroups(),r.deleteAttribute(`uv`),r}function Xc(e,t){let{radius:n,width:r,rim:i}=e,a=Kc[e.tread]??Kc.blocks,o=t.detail?a.depth:0,s=n-o,c=(t.detail?qc:Jc).map(([e,t])=>[i+t*(s-i),e*r]),l=[...c,...c.map(([e,t])=>[e,-t]).reverse()];l.reverse();let u=Vc(l.flat(),t,.01).rotateX(Math.PI/2);if(!t.detail)return u;let d=Math.round(2*Math.PI*n/a.pitch),f=2*Math.PI*n/d,p=[u];for(let e of a.lugs){let t=Yc(e.long*f,e.wide*r,2*o);t.rotateX(e.lean),t.translate(s-.1*o*Math.abs(e.at),0,e.at*r);for(let r=0;r<d;r++)p.push(t.clone().rotateZ((r+e.shift)*f/n))}let m=sc([u,...p.slice(1).map(e=>e.rotateX(Math.PI/2))]);for(let e of p)e.dispose();return m}function Zc(e,t,n,r){let i=[e/2,t/2,n/2],a=[],o=[],s=[],c=(e,t)=>{let n=t.map(e=>+(e>0));return e*8+n[0]*4+n[1]*2+n[2]};for(let e=0;e<3;e++)for(let t of[-1,1])for(let n of[-1,1])for(let s of[-1,1]){let c=[t,n,s];for(let t=0;t<3;t++)a.push(c[t]*(i[t]-(t===e?0:r))),o.push(t===e?c[t]:0)}let l=(e,t,n,r,i)=>{i?s.push(e,n,t,e,r,n):s.push(e,t,n,e,n,r)};for(let e=0;e<3;e++){let[t,n]=[(e+1)%3,(e+2)%3],r=(r,i,a,o)=>{let s=[0,0,0];return s[e]=i,s[t]=a,s[n]=o,c(r,s)};for(let i of[-1,1]){l(r(e,i,-1,-1),r(e,i,1,-1),r(e,i,1,1),r(e,i,-1,1),i<0);for(let e of[-1,1]){let a=[r(t,-1,i,e),r(t,1,i,e),r(n,1,i,e),r(n,-1,i,e)];l(a[0],a[1],a[2],a[3],i*e>0)}}}for(let e of[-1,1])for(let t of[-1,1])for(let n of[-1,1]){let r=[e,t,n],[i,a,o]=[c(0,r),c(1,r),c(2,r)];e*t*n>0?s.push(i,a,o):s.push(i,o,a)}let u=new _t;return u.setAttribute(`position`,new _(a,3)),u.setAttribute(`normal`,new _(o,3)),u.setIndex(s),u}var Qc=.035;function $c(e,t,n,r,i=0){let a=.49*Math.min(e,t,n),o=i>0?Math.min(i,a):Math.min(.014,.4*a);if(!r.detail)return new ge(e,t,n);if(o<Qc)return Zc(e,t,n,o);let s=new Ac(e,t,n,o<.08?2:3,o);return s.deleteAttribute(`uv`),s.clearGroups(),s}function el(e,n,r,i=Math.min(.1*e,.1*n,.02)){let a=Hc(e,r);if(!r.detail)return new t(e,e,n,a).rotateX(Math.PI/2);let o=n/2;return Vc([0,-o,e,-o,e,o,0,o],r,i)}function tl(e,n,r){let i=r.detail?10:5,a=.085*e,o=n+.1*e;return Array.from({length:i},(n,s)=>{let c=2*Math.PI*s/i,l=r.detail?new t(a,a,o,6).rotateX(Math.PI/2):new ge(2*a,2*a,o),[u,d]=[Math.cos(c),Math.sin(c)];return l.translate(.68*e*u,.68*e*d,0)})}function nl({radius:e,length:t},n){return n===`rubber`&&e>.25&&t<=1.5*e}function rl(e,t,n){let{radius:r,length:i,edge:a}=e;return nl(e,t)?Xc({radius:r,width:i,rim:.55*r,tread:`blocks`},n).rotateX(Math.PI/2):el(r,i,n,a>0?a:void 0)}function il(e,t,n){let{edge:r,corner:i,length:a,radius:o,profile:s,path:c}=e,[l=1,u=1,d=1]=e.size;switch(e.kind){case X.CYLINDER:return rl(e,t,n);case X.SPHERE:{let e=n.detail?Math.max(10,Hc(o,n)):n.sides/2;return new k(o,e,Math.round(e/2))}case X.PRISM:return zc(s,a,n,r,i);case X.PLATE:return Bc(s,e.thickness,a,n,r,i);case X.TUBE:return Wc(c,o,i,n);case X.LATHE:return Vc(s,n,r);case X.LOFT:return Gc(c,n,r);case X.TYRE:return Xc({radius:o,width:a,rim:e.rim,tread:e.tread},n);case X.MESH:{let[t=0,n=0,r=0]=e.centre;return new ge(l,u,d).translate(t,n,r)}default:return $c(l,u,d,n,r)}}function al(e,t,n=1){let r=e.getAttribute(`position`).count,i=new q().setRGB((t[0]??0)*n,(t[1]??0)*n,(t[2]??0)*n,R),a=new Float32Array(3*r);for(let e=0;e<r;e++)i.toArray(a,3*e);return e.setAttribute(`color`,new dt(a,3)),e.deleteAttribute(`uv`),e.index?e.toNonIndexed():e}function ol(e,t){let n=xc(e.colour),r=yc(e.material),i=[al(il(e,r,t),n)];if(t.detail&&e.kind===X.CYLINDER&&r!==`rubber`&&e.radius>=.1&&e.length<=e.radius){let r=tl(e.radius,e.length,t);i.push(...r.map(e=>al(e,n,.5)))}return sl(Sc(sc(i),r),e)}function sl(e,t){let[n=0,r=0,i=0]=t.position,[a=0,o=0,s=0,c=1]=t.rotation,l=new He(a,o,s,c).normalize(),u=new z(1,1,1);return e.applyMatrix4(new Me().compose(new z(n,r,i),l,u))}var cl=.3;function ll(e){let t=new Ne;for(let n of e.children)t.expandByObject(n);return t.isEmpty()?[]:[0,1,2,3,4,5,6,7].map(e=>new z((e&1?t.max:t.min).x,(e&2?t.max:t.min).y,(e&4?t.max:t.min).z))}function ul({kind:e,size:t,radius:n,length:r,beam:i,profile:a,path:o}){if(i)return!1;let s=()=>Math.max(0,...a.filter((e,t)=>t%2==0));switch(e){case X.TUBE:return n<.03;case X.LABEL:case X.SCREEN:return!0;case X.BOX:{let[,e=1,n=1]=[...t].sort((e,t)=>e-t);return n<cl||e<.12}case X.CYLINDER:return Math.max(2*n,r)<cl;case X.SPHERE:return 2*n<cl;case X.LATHE:return s()<.2;case X.LOFT:return Math.max(...o.filter((e,t)=>t%5>2))<.15;case X.PLATE:return r<.1;default:return!1}}var dl=new fe(0,0,1,-1e3),fl=class{body;kit;group=new S;corners;tyreRadius;tyreGround={value:dl.clone()};parts=new Map;gone=!1;constructor(e,t,n){this.body=e,this.kit=n;let{materials:r,quality:i}=n;this.group.name=e.name;let a=i.detail?t:t.filter(e=>!ul(e));this.tyreRadius=Math.max(0,...a.filter(e=>e.kind===X.TYRE).map(e=>e.radius));let o=new Map;for(let e of a){if(e.kind===X.MESH){this.addMesh(e);continue}let t=this.draw(e,r);if(!t)continue;let n=this.groupFor(e),i=o.get(n)??new Map;o.set(n,i);let a=i.get(t.material)??{parts:[],shadow:t.shadow};a.parts.push(t.geometry),i.set(t.material,a)}for(let[e,t]of o)for(let[n,{parts:r,shadow:a}]of t){let t=wc(sc(r.map(pl)),n,i);a||(t.castShadow=!1),e.add(t);for(let e of r)e.dispose()}this.corners=ll(this.group)}moveParts(e){for(let t of this.parts.values())t.update(e)}setGround(e,t,n,r){this.tyreGround.value.set(e,t,n,r)}dispose(){this.gone=!0,this.group.traverse(e=>{e instanceof G&&e.geometry.dispose()})}draw(e,t){let{lettering:n,monitors:r,quality:i}=this.kit;if(e.kind===X.LABEL){let t=n.geometry(e),{material:r}=n;return t&&r&&{geometry:sl(t,e),material:r,shadow:!1}}if(e.kind===X.SCREEN){let[t=.2,,n=.15]=e.size,i=sl(new d(t,n).rotateX(Math.PI/2),e),a=r.get(Ft(this.body.name))?.material;return a&&{geometry:i,material:a,shadow:!1}}let a=yc(e.material),o=bc(e.opacity,a),s=e.kind===X.TYRE?t.tyre(this.tyreGround):t.get(o);return{geometry:ol(e,i),material:s,shadow:o>=1}}groupFor({motions:e}){if(e.length===0)return this.group;let t=Dc(e),n=this.parts.get(t)??new Ec(e);return this.parts.has(t)||(this.parts.set(t,n),this.group.add(n.group)),n.group}addMesh(e){let{materials:t,meshes:n,quality:r}=this.kit,i=yc(e.material),a=t.get(bc(e.opacity,i)),o=wc(ol(e,r),a,r);this.groupFor(e).add(o),n.get(e.asset).then(t=>{this.gone||(o.geometry.dispose(),o.geometry=sl(Sc(al(t.clone(),xc(e.colour)),i),e))},e=>n.report(`Mesh of "${this.body.name}": ${String(e)}`))}},pl=e=>e.index?e.toNonIndexed():e,ml=6,hl=class{group=new S;lamps=[];constructor(e){e.bodies.forEach((e,t)=>{for(let{beam:n,position:r,colour:i}of e.shapes){if(!n||n.angle<=0||this.lamps.length>=ml)continue;let e=new q().setRGB(...xc(i)),a=new F(e,0,2.5*n.range,n.angle/2,.75,1.6);a.visible=!1,this.group.add(a,a.target),this.lamps.push({body:t,light:a,place:new z().fromArray(r.length>=3?r:[0,0,0]),direction:new z().fromArray(n.direction.length>=3?n.direction:[1,0,0]),power:.26*n.range**1.6})}})}update(e,t){for(let{body:n,light:r,place:i,direction:a,power:o}of this.lamps){let s=e(n);r.visible=t>.3,r.intensity=s?o*t:0,s&&(r.position.copy(i).applyQuaternion(s.quaternion).add(s.position),r.target.position.copy(a).applyQuaternion(s.quaternion).add(r.position))}}dispose(){for(let{light:e}of this.lamps)e.dispose()}},gl=64,_l=1024,vl=class{material;rows=new Map;height;constructor(e,t){let n=[...new Set(e)];if(this.height=gl*2**Math.ceil(Math.log2(Math.max(1,n.length))),n.length===0||typeof document>`u`)return;let r=document.createElement(`canvas`);r.width=_l,r.height=this.height;let i=r.getContext(`2d`);if(!i)return;i.fillStyle=`white`,i.font=`800 ${.8*gl}px "DejaVu Sans", "Liberation Sans", Arial, sans-serif`,i.textBaseline=`middle`,n.forEach((e,t)=>{i.fillText(e,4,(t+.53)*gl,1016);let n=Math.min(_l,i.measureText(e).width+8);this.rows.set(e,{width:n,row:t})});let a=new ht(r);a.anisotropy=t?8:1,this.material=new pt({alphaMap:a,transparent:!0,depthWrite:!1,vertexColors:!0,roughness:.6,metalness:0,polygonOffset:!0,polygonOffsetFactor:-2,polygonOffsetUnits:-4}),this.material.alphaTest=.02}geometry({text:e,length:t,colour:n}){let r=this.rows.get(e);if(!r)return;let i=t/.58,a=i*r.width/gl,o=new d(a,i).rotateX(Math.PI/2),s=o.getAttribute(`uv`);for(let e=0;e<s.count;e++){let t=1-(r.row+1-s.getY(e))*gl/this.height;s.setXY(e,s.getX(e)*r.width/_l,t)}let c=new q().setRGB(n[0]??0,n[1]??0,n[2]??0,R),l=new Float32Array(3*s.count);for(let e=0;e<s.count;e++)c.toArray(l,3*e);return o.setAttribute(`color`,new dt(l,3)),o}dispose(){this.material?.alphaMap?.dispose(),this.material?.dispose()}},yl=class{position=new z;rotation=new He;length=0;x=new z;y=new z;z=new z;matrix=new Me;set(e,t,n){let{x:r,y:i,z:a,matrix:o}=this;return a.subVectors(t,e),this.position.copy(e),this.length=a.length(),this.length<1e-9?a.set(0,0,1):a.divideScalar(this.length),r.crossVectors(n,a),r.lengthSq()<1e-8&&r.crossVectors(Math.abs(a.x)<.9?i.set(1,0,0):i.set(0,1,0),a),r.normalize(),i.crossVectors(a,r),this.rotation.setFromRotationMatrix(o.makeBasis(r,i,a)),this}},bl=.6,xl=.93;function Sl(e,t){return e===void 0?bl*t:Math.min(e,xl*t)}var Cl=[.8,.82,.84],wl=[.42,.42,.42],Tl=class{link;group=new S;frame=new yl;a=new z;b=new z;side=new z;constructor(e){this.link=e,this.group.name=e.name}update(e){let[t,n]=[e(this.link.bodyA),e(this.link.bodyB)];this.group.visible=t!==void 0&&n!==void 0,t&&n&&(El(this.link.pointA,t,this.a),El(this.link.pointB,n,this.b),this.side.set(0,1,0).applyQuaternion(t.quaternion),this.frame.set(this.a,this.b,this.side),this.group.position.copy(this.frame.position),this.group.quaternion.copy(this.frame.rotation),this.setLength(this.frame.length))}dispose(){this.group.traverse(e=>{e instanceof G&&e.geometry.dispose()})}};function El(e,t,n){n.set(e[0]??0,e[1]??0,e[2]??0),n.applyQuaternion(t.quaternion).add(t.position)}var Dl=class{mesh;moving=[];end;constructor(e,t,n,r){let i=sc(e.map(e=>e.index?e.toNonIndexed():e));for(let t of e)t.dispose();this.mesh=wc(i,t.get(),n),this.end=r;let a=i.getAttribute(`position`);for(let e=0;e<a.count;e++)a.getZ(e)/r>.5&&this.moving.push(e)}moveEnd(e){if(e===this.end)return;let{geometry:t}=this.mesh,n=t.getAttribute(`position`);for(let t of this.moving)n.setZ(t,n.getZ(t)+e-this.end);n.needsUpdate=!0,this.end=e,t.computeBoundingSphere()}},Ol=class extends Tl{barrel;rod;barrelLength;rodLength;constructor(e,t,n){super(e);let r=xc(e.colour),i=yc(e.material),a=e.barrelRadius||.06,o=e.rodRadius||.6*a,s=10*a,c=(e,t,r)=>el(e,r-t,n,.06*e).translate(0,0,(t+r)/2),l={...n,sides:Math.min(12,n.sides)},u=(e,t)=>el(e,t,l,.1*e).rotateX(Math.PI/2),d=([e,t,n,r])=>Sc(al(e,n,r),t),f=[[c(a,0,s),i,r]],p=[[c(o,-s,0),`chrome`,Cl]];n.detail&&(f.push([c(1.13*a,s-1.1*a,s),i,r,.9],[c(.8*a,s,s+.12*a),`steel`,r,.5],this.port(a,r,i,s-.7*a),[u(1.05*a,1.2*a),i,r],[u(.62*a,1.6*a),`steel`,wl],this.port(a,r,i,2.2*a)),p.push([u(Math.max(1.7*o,.95*a),1.1*a),i,r],[u(.62*a,1.5*a),`steel`,wl])),this.barrel=new Dl(f.map(d),t,n,s),this.rod=new Dl(p.map(d),t,n,-s),this.group.add(this.barrel.mesh,this.rod.mesh)}port(e,n,r,i){return[new t(.24*e,.3*e,.7*e,10).rotateZ(-Math.PI/2).translate(1.25*e,0,i),r,n,.7]}setLength(e){let t=Sl(this.barrelLength,e);this.barrelLength=t;let n=e-.9*t,r=this.rodLength??.9*t;r<n?r=n:r>e&&(r=Math.max(n,.9*e)),this.rodLength=r,this.barrel.moveEnd(t),this.rod.moveEnd(-r),this.rod.mesh.position.z=e}},kl=class extends Tl{bar;constructor(e,t,n){super(e);let r=xc(e.colour),i=yc(e.material),a=e.width||.1,o=e.depth||.1,s=10*o,c=a>1.5*o?.16*a:a,l=c<a?[-.5*(a-c),.5*(a-c)]:[0],u={...n,sides:Math.min(16,n.sides)},d=l.map(e=>al($c(o,c,s,n).translate(0,e,.5*s),r));if(n.detail)for(let e of[0,s]){let t=(t,n,r)=>el(t,n,u).rotateX(Math.PI/2).translate(0,r,e);for(let e of l)d.push(al(t(.62*o,c,e),r));d.push(al(t(.3*o,1.08*a,0),r,.45))}this.bar=new Dl(d.map(e=>Sc(e,i)),t,n,s),this.group.add(this.bar.mesh)}setLength(e){this.bar.moveEnd(e)}},Al=256,jl=4,Ml=.25,Nl=class{material;canvas;context=null;texture;shown;next=-1/0;constructor(e,t){this.shown=e.channels.map((e,t)=>({channel:e,index:t})).filter(({channel:e})=>e.forOperators&&e.group===``&&Ft(e.name)===t).slice(0,jl),typeof document<`u`&&(this.canvas=document.createElement(`canvas`),this.canvas.width=Al,this.canvas.height=192,this.context=this.canvas.getContext(`2d`),this.texture=new ht(this.canvas),this.texture.colorSpace=R,this.material=new qe({map:this.texture,toneMapped:!1}))}update({channels:e},t){t<this.next||!this.context||!this.texture||(this.next=t+Ml,this.paint(this.context,e),this.texture.needsUpdate=!0)}dispose(){this.texture?.dispose(),this.material?.dispose()}paint(e,t){e.fillStyle=`#0b1016`,e.fillRect(0,0,Al,192),e.fillStyle=`#ffc83d`,e.fillRect(0,0,Al,5),e.textBaseline=`middle`,this.shown.forEach(({channel:n,index:r},i)=>{let a=30+44*i,o=((n.shownScale||1)*(t[r]??0)).toFixed(Math.min(2,n.decimals)),s=Number(o)===0?o.replace(`-`,``):o;e.textAlign=`left`,e.fillStyle=`#9fb0bf`,e.font=`17px sans-serif`,e.fillText(n.label||n.name,12,a,110),e.textAlign=`right`,e.fillStyle=`#eef3f7`,e.font=`600 25px sans-serif`,e.fillText(s,190,a,74),e.textAlign=`left`,e.fillStyle=`#9fb0bf`,e.font=`15px sans-serif`,e.fillText(n.shownUnit||n.unit,197,a,55),e.fillStyle=`#22303c`,e.fillRect(12,a+20,232,1)})}},Pl=/^fence_\d+$/,Fl=60,Il=`ground`,Ll=class{conditions;group=new S;bodies=new Map;ofScene;order;links;kit;lamps;inputs;there;bodyOf=e=>{let t=this.bodies.get(e)?.group;return t?.visible?t:void 0};constructor(e,t,n,r=new Sa){this.conditions=r;let i=e.bodies.flatMap(e=>e.shapes.map(e=>e.text)),a=new Set(e.bodies.map(e=>Ft(e.name))),o=new Map([...a].map(t=>[t,new Nl(e,t)]));this.kit={materials:new Cc(n,r),meshes:t,quality:n,lettering:new vl(i.filter(e=>e!==``),n.detail),monitors:o},this.inputs=new Map(e.controls.map(({name:e},t)=>[e,t])),this.lamps=new hl(e),this.group.add(this.lamps.group),this.ofScene=new Map(e.bodies.map((e,t)=>[t,e])),this.order=[...this.ofScene.keys()],this.there=this.order;for(let[e,t]of this.ofScene)this.rest(this.show(e,t));this.links=e.links.map(e=>{if(!this.ofScene.has(e.bodyA)||!this.ofScene.has(e.bodyB))throw Error(`link "${e.name}" is between bodies that do not exist`);return new(e.kind===Kt.BAR?kl:Ol)(e,this.kit.materials,n)}),this.group.add(...this.links.map(e=>e.group))}get root(){for(let e of this.there){let t=this.bodyOf(e);if(t)return t}}body(e){return this.bodyOf(e)}setBody(e,t){let n=t??this.ofScene.get(e),r=this.bodies.get(e);if(r&&r.body===n||(r&&(this.group.remove(r.group),r.dispose(),this.bodies.delete(e)),!n))return;let i=this.show(e,n);this.rest(i),r&&this.there.includes(e)&&(i.group.visible=r.group.visible,i.group.position.copy(r.group.position),i.group.quaternion.copy(r.group.quaternion))}update(e,t){let n=t.length>0?t:this.order;if(n!==this.there){for(let e of this.bodies.values())this.rest(e);this.there=n}n.forEach((t,n)=>{let r=this.bodies.get(t)?.group,i=7*n;!r||i+7>e.length||(r.visible=!0,r.position.fromArray(e,i),r.quaternion.fromArray(e,i+3))});for(let e of this.links)e.update(this.bodyOf)}operate(e,t){let n=t=>e.inputs[this.inputs.get(t)??-1]??0;for(let e of this.bodies.values())e.moveParts(n);this.lamps.update(this.bodyOf,this.conditions.uniforms.dark.value);for(let n of this.kit.monitors.values())n.update(e,t)}standOn(e){let t=new z,n=new He;for(let r of this.bodies.values()){let{group:i,tyreRadius:a}=r;if(a<=0||!i.visible)continue;let{x:o,y:s,z:c}=i.position,l=.6*a;t.set(e(o-l,s)-e(o+l,s),e(o,s-l)-e(o,s+l),2*l).normalize();let u=(e(o,s)-c)*t.z;t.applyQuaternion(n.copy(i.quaternion).invert()),r.setGround(t.x,t.y,t.z,u)}}boundingSphere(e){let t=this.root?.position??new z,n=[],r=({group:e,corners:t},r)=>{let i=t.map(t=>t.clone().applyQuaternion(e.quaternion).add(e.position));i.length>0&&i.every(r)&&n.push(...i)},i=[...this.bodies.values()].filter(({group:e,body:t})=>e.visible&&t.rest.length===0),a=i.find(e=>e.body.name===Il);for(let e of i)e===a||Pl.test(e.body.name)||r(e,e=>e.distanceTo(t)<Fl);e.setFromPoints(n);let o=e.clone();return a&&r(a,e=>e.distanceTo(o.center)<3*o.radius),n.length>0?e.setFromPoints(n):e.set(t,1)}reach(){let e=this.root?.position??new z,t=new Ne,n=new W,r=3;for(let{group:i,body:a}of this.bodies.values()){if(i.children.length===0||!i.visible||a.rest.length>0)continue;t.setFromObject(i).getBoundingSphere(n);let o=e.distanceTo(n.center)+n.radius;n.radius<30&&o<Fl&&(r=Math.max(r,o))}return r}dispose(){for(let e of this.bodies.values())e.dispose();for(let e of this.links)e.dispose();this.lamps.dispose(),this.kit.materials.dispose(),this.kit.lettering.dispose();for(let e of this.kit.monitors.values())e.dispose()}rest({group:e,body:t}){e.visible=t.rest.length===7,e.visible&&(e.position.fromArray(t.rest),e.quaternion.fromArray(t.rest,3))}show(e,t){let n=new fl(t,this.ofScene.get(t.like-1)?.shapes??t.shapes,this.kit);return this.bodies.set(e,n),this.group.add(n.group),n}},Rl=[26,26,14],zl=2600,Bl=500,Vl=`
  attribute float end;
  uniform float seconds;
  uniform vec3 eye;
  varying float vShare;
  const vec3 box = vec3(${Rl.map(e=>e.toFixed(1)).join(`, `)});
  void main() {
    float speed = 8.5 + 2.0 * fract(position.x * 7.31);
    vec3 place = position * box;
    place.z -= speed * seconds;
    place.x += 0.9 * seconds;
    // The box goes with the eye: what leaves it comes in at the other side.
    place = mod(place - eye + 0.5 * box, box) - 0.5 * box;
    float away = length(place);
    place += eye + end * vec3(-0.012, 0.0, 0.16 + 0.012 * away);
    vShare = smoothstep(1.9, 3.4, away) * smoothstep(13.0, 7.0, away);
    gl_Position = projectionMatrix * viewMatrix * vec4(place, 1.0);
  }
`,Hl=`
  uniform vec3 tint;
  varying float vShare;
  void main() {
    if (vShare < 0.02) discard;
    gl_FragColor = vec4(tint, 0.42 * vShare);
    #include <tonemapping_fragment>
    #include <colorspace_fragment>
  }
`,Ul=class{conditions;lines;constructor(e,t){this.conditions=e;let n=Do(77),r=t?zl:Bl,i=new Float32Array(6*r),a=new Float32Array(2*r);for(let e=0;e<r;e++){let t=[n(),n(),n()];i.set([...t,...t],6*e),a[2*e+1]=1}let o=new _t;o.setAttribute(`position`,new dt(i,3)),o.setAttribute(`end`,new dt(a,1)),this.lines=new rt(o,new N({transparent:!0,depthWrite:!1,vertexShader:Vl,fragmentShader:Hl,uniforms:{seconds:e.uniforms.seconds,eye:{value:new z},tint:{value:new q}}})),this.lines.frustumCulled=!1,this.lines.renderOrder=5}follow(e){if(this.lines.visible=this.conditions.choice.rain,!this.lines.visible)return;let{uniforms:t}=this.lines.material;t.eye.value.copy(e),t.tint.value.set(this.conditions.look.horizon).multiplyScalar(1.25)}dispose(){this.lines.geometry.dispose(),this.lines.material.dispose()}},Wl=256;function Gl(e){let t=Do(e?91:37),n=new Uint8Array(4*Wl*Wl);for(let e=0;e<Wl*Wl;e++)n.set([120,120,120,0],4*e);let r=e?900:760;for(let i=0;i<r;i++){let[a,o]=[2*Math.PI*t(),.46*Wl*Math.sqrt(t())],[s,c]=[Wl/2+o*Math.cos(a),Wl/2+o*Math.sin(a)],l=e?Math.PI/2+.9*(t()-.5):Math.PI*t(),[u,d]=e?[8,1.4]:[4.6+2*t(),2.3+t()],f=110+140*t()*(.4+.6*i/r),[p,m]=[Math.cos(l),Math.sin(l)];for(let e=-8;e<=8;e++)for(let t=-8;t<=8;t++){let[r,i]=[(p*t+m*e)/u,(p*e-m*t)/d],[a,o]=[Math.round(s+t),Math.round(c+e)];r*r+i*i>1||a<0||o<0||a>=Wl||o>=Wl||n.set([f,f,f,255],4*(o*Wl+a))}}let i=new A(n,Wl,Wl);return i.colorSpace=R,i.magFilter=Re,i.minFilter=be,i.generateMipmaps=!0,i.needsUpdate=!0,i}function Kl(e,t){let n=e.getAttribute(`position`),r=new Float32Array(3*n.count);for(let e=0;e<n.count;e++)t(n.getZ(e)).toArray(r,3*e);return e.setAttribute(`color`,new dt(r,3)),e.index?e.toNonIndexed():e}function ql(e,t){let n=Do(e?5:17),r=e?new q(.05,.085,.035):new q(.11,.165,.04),i=[],a=new z(0,0,e?.45:.62),o=new z,s=new He;for(let c=0;c<t;c++){let l=c*2.399963,u=(c+.5)/t,f=.3;if(e){let e=.1+.84*u,t=.2*(1-u)*(.5+.6*n());o.set(t*Math.cos(l),t*Math.sin(l),e),f=.12+.24*(1-u)}else{let e=1-2*u,t=Math.sqrt(1-e*e)*(.55+.45*n());o.set(.3*t*Math.cos(l),.3*t*Math.sin(l),.62+.32*e),f=.24+.14*n()}s.setFromEuler(new bt(Math.PI/2+.7*(n()-.5),.8*(n()-.5),l+n()));let p=new d(f,f);p.applyQuaternion(s).translate(o.x,o.y,o.z);let m=o.clone().sub(a).normalize();m.z=Math.max(m.z,-.25)+.25,m.normalize();let h=p.getAttribute(`normal`);for(let e=0;e<h.count;e++)h.setXYZ(e,m.x,m.y,m.z);let g=.55+.45*u*!!e+(e?0:.5*(1-u)),_=r.clone().multiplyScalar(g*(.75+.5*n()));i.push(Kl(p,()=>_))}return sc(i)}function Jl(e){let n=new q(.075,.055,.04),r=Kl(new t(.012,.028,.62,e,1,!0).rotateX(Math.PI/2).translate(0,0,.3),()=>n),i=r.getAttribute(`uv`);for(let e=0;e<i.count;e++)i.setXY(e,.5,.5);return r}var Yl=class{group=new S;textures=[];constructor(e,t){for(let n of[!1,!0]){let r=e.filter(e=>e.conifer===n);r.length>0&&this.plant(r,n,t)}this.shade(e)}dispose(){for(let e of this.textures)e.dispose();this.group.traverse(e=>{e instanceof te&&(e.geometry.dispose(),e.material.dispose(),e.dispose())})}plant(e,t,n){let r=Do(3),i=Gl(t);this.textures.push(i);let a={map:i,vertexColors:!0,alphaTest:.42,side:2},o=n.detail?new pt({...a,roughness:.95}):new _e(a);o.onBeforeCompile=e=>{e.fragmentShader=e.fragmentShader.replace(`#include <normal_fragment_begin>`,`vec3 normal = normalize(vNormal); vec3 nonPerturbedNormal = normal;`)};let s=(e,n)=>sc([ql(t,e),Jl(n)]),c=n.detail?s(64,7):s(7,3),l=new te(c,o,e.length),u=new Me,d=new He;if(e.forEach((e,t)=>{d.setFromAxisAngle(new z(0,0,1),6.28*r());let n=e.height*(.85+.4*r());u.compose(new z(e.x,e.y,e.z-.02*e.height),d,new z(n,n,e.height)),l.setMatrixAt(t,u);let i=.75+.5*r();l.setColorAt(t,new q(i*(.9+.3*r()),i,.9*i))}),l.computeBoundingSphere(),this.group.add(l),!n.detail)return;let f=new te(s(14,3),o,e.length);f.instanceMatrix=l.instanceMatrix,f.instanceColor=l.instanceColor,f.boundingSphere=l.boundingSphere,l.layers.set(2),f.layers.set(3),this.group.add(f)}shade(e){let t=new Uint8Array(4096);for(let e=0;e<1024;e++){let n=Math.hypot(e%32-15.5,Math.floor(e/32)-15.5)/16;t.set([0,0,0,120*Math.max(0,1-n)**.8],4*e)}let n=new A(t,32,32);n.magFilter=Re,n.needsUpdate=!0,this.textures.push(n);let r=new qe({map:n,transparent:!0,depthWrite:!1,fog:!1,polygonOffset:!0,polygonOffsetFactor:-2,polygonOffsetUnits:-8}),i=new te(new d(1,1),r,e.length),a=new Me;e.forEach((e,t)=>{let n=e.height*(e.conifer?.6:.95);a.makeScale(n,n,1).setPosition(e.x,e.y,e.z+.05),i.setMatrixAt(t,a)}),i.computeBoundingSphere(),this.group.add(i)}},Xl=[.13,.27,.42],Zl=[.62,.63,.62],Ql=[.35,.42,.46],$l=(e,t,n,r={})=>({kind:X.BOX,size:e,position:t,colour:n,...r});function eu(e,t,n){return[$l([6,2.4,2.5],[e,0,t+1.35],n,{edge:.03}),$l([6.06,2.46,.14],[e,0,t+.07],Zl),$l([6.06,2.46,.14],[e,0,t+2.62],Zl),...[-2.95,2.95].map(n=>$l([.16,2.46,2.6],[e+n,0,t+1.35],Zl)),...[-1.6,1.7].flatMap(n=>[$l([1.3,.06,1],[e+n,1.2,t+1.65],[.85,.85,.83]),$l([1.18,.08,.88],[e+n,1.2,t+1.65],Ql,{material:`mirror`})]),$l([.92,.07,2],[e,1.2,t+1.15],[.8,.8,.78]),$l([.05,.1,.16],[e+.34,1.22,t+1.1],Ql)]}function tu(){let e=e=>({kind:X.TUBE,path:e,radius:.025,corner:.05,colour:[.85,.62,.08]}),t=Array.from({length:12},(e,t)=>$l([.24,.9,.04],[-3.4+.24*t,1.75,.22*(t+1)],Zl,{material:`tread_plate`})),n=[0,1,2,3,4,.5,1.5,2.5,3.5,1,2,3].map((e,t)=>{let n=t<5?0:t<9?1:2;return{kind:X.LATHE,profile:[.22,-2.5,.25,-2.5,.25,2.5,.22,2.5,.22,-2.4],rotation:[0,Math.SQRT1_2,0,Math.SQRT1_2],position:[11,-1.2+.5*e,.25+.43*n],colour:[.55,.27,.17],material:`plastic`}});return[...eu(0,.1,Zl),...eu(6.2,.1,Xl),...eu(0,2.9,Xl),...t,$l([3.2,.95,.06],[.9,1.72,2.86],Zl,{material:`tread_plate`}),e([-3.5,2.2,.9,-.7,2.2,3.8,2.5,2.2,3.8,2.5,1.3,3.8]),e([2.5,2.2,2.9,2.5,2.2,3.8]),e([-.7,2.2,2.9,-.7,2.2,3.8]),{kind:X.PRISM,profile:[-1.9,.1,1.4,.1,2.1,1.4,-2.1,1.4],length:1.8,position:[16.5,0,0],colour:[.75,.5,.08]},...n,...[0,.16,.32,.48,.64].map(e=>$l([1.2,.9,.12],[-6,.2,e+.08],[.55,.42,.27],{material:`wood`})),$l([1.1,1.1,2.2],[-8.2,0,1.1],[.1,.35,.3],{edge:.06,material:`plastic`}),$l([.8,.03,1.8],[-8.2,.55,1.05],[.16,.45,.39],{material:`plastic`})]}function nu(e,t){let n=[e,t,0],r=(e,t,r)=>({kind:X.LATHE,profile:[.15-.17*e,e,.15-.17*t,t],position:n,colour:r,material:`plastic`}),i=[.9,.24,.05],a=[.92,.92,.9];return[$l([.4,.4,.04],[e,t,.02],i,{material:`plastic`}),r(.03,.25,i),r(.25,.4,a),r(.4,.55,i),r(.55,.64,a),r(.64,.74,i)]}function ru(e,t,n){let r=Do(41),{xMin:i,yMin:a,cell:o}=e,[s,c]=[o*(e.columns-1),o*(e.rows-1)],l={x:i+s/2,y:a+c/2},u=[],d=n?190:26;for(let e=0;u.length<d&&e<4e3;e++){let e=2*Math.PI*r(),n=14+260*r()**1.7,o=l.x+Math.cos(e)*(.62*s+n),d=l.y+Math.sin(e)*(.62*c+n),f=Math.sin(.051*o+1.3)+Math.sin(.043*d)+Math.sin(.023*(o+d));if(o>i-9&&o<i+s+9&&d>a-20&&d<a+c+9||f<.35-.006*n)continue;let p=Math.sin(.031*o-.02*d)>.35,m=(p?11:8)+7*r();u.push({x:o,y:d,z:t,height:m,conifer:p})}return u}var iu=class{group=new S;trees;material;constructor(e,t,n){let r=ys(e);if(this.trees=new Yl(ru(e,r,t.detail),t),this.material=mc(t,n,1),this.group.add(this.trees.group),!t.detail)return;let[i,a]=[e.xMin+.13*e.cell*(e.columns-1),e.yMin-6];this.build(tu(),i,a,r);let o=e.cell*(e.columns-1),s=[.02,.045,.07,.095,.3,.5,.7,.9].flatMap(e=>nu(e*o,0));this.build(s,e.xMin,e.yMin-.8,r)}dispose(){this.trees.dispose(),this.material.dispose();for(let e of this.group.children)e instanceof G&&e.geometry.dispose()}build(e,t,n,r){let{high:i}=va,a=e.map(e=>ol(Mt(St,e),i)),o=sc(a.map(e=>e.index?e.toNonIndexed():e)).translate(t,n,r);for(let e of a)e.dispose();let s=wc(o,this.material,i);this.group.add(s)}},au=class{renderer;keyed;meshes;quality;conditions;scene=new s;machine;ground;loads;falling;model=new Eo(void 0);rain;scenery;environment;noise;textures;wire;heading=0;places=new Map;bodyOf=e=>this.machine?.body(e);aboveSoil=e=>this.loads?.above(e)??e.z-this.model.heightAt(e.x,e.y);constructor(e,t,n,r,i=new Sa){this.renderer=e,this.keyed=t,this.meshes=n,this.quality=r,this.conditions=i,t.changed.listen(e=>this.take(e)),this.setQuality(r)}groundHeight(e,t){return this.model.heightAt(e,t)}setQuality(e){this.quality=e,this.noise?.dispose(),this.textures?.dispose(),this.textures=new Po(e.detail),this.noise=ko(e.detail),this.conditions.uniforms.noiseMap.value=this.noise,this.environment?.dispose(),this.environment=new Na(this.scene,this.renderer,this.noise,e,this.conditions),this.environment.setHeading(this.heading),this.rain&&this.scene.remove(this.rain.lines),this.rain?.dispose(),this.rain=new Ul(this.conditions,e.detail),this.scene.add(this.rain.lines),this.wire&&this.setScene(this.wire)}setScene(e){this.wire=e;for(let e of[this.machine,this.ground,this.scenery,this.loads,this.falling])e&&(this.scene.remove(e.group),e.dispose());this.machine=void 0,this.ground=void 0,this.loads=void 0,this.falling=void 0,this.places.clear(),this.model=new Eo(e.ground);let{field:t}=this.model;this.scenery=t?new iu(t,this.quality,this.conditions):void 0,this.scenery&&this.scene.add(this.scenery.group),this.ground=new Bs(this.model,this.textures,this.conditions,this.quality),this.machine=new Ll(e,this.meshes,this.quality,this.conditions),this.loads=new oc(e,this.noise,this.quality),this.falling=new fo(e,this.quality),this.scene.add(this.ground.group,this.machine.group,this.loads.group,this.falling.group);for(let e of[It.BODY,It.GROUND_TILE])for(let t of this.keyed.entries(e))this.take(t)}update(e,t,n,r){let{loads:i,falling:a}=n,o=performance.now()/1e3;this.conditions.uniforms.seconds.value=o,this.machine?.update(e,t),this.machine?.operate(n,o),this.machine?.standOn((e,t)=>this.model.heightAt(e,t)),this.loads?.update(i,this.bodyOf),this.falling?.update(a,r,this.aboveSoil)}setHeading(e){this.heading=e,this.environment?.setHeading(e)}setConditions(e){this.conditions.set(e),this.environment?.refresh()}fitShadow(){this.machine&&(this.machine.group.updateMatrixWorld(!0),this.environment?.setReach(this.machine.reach()))}follow(e){let t=this.machine?.root?.position??new z;this.environment?.follow(e,t),this.conditions.uniforms.floorHeight.value=this.model.heightAt(t.x,t.y),this.ground?.update(e),this.rain?.follow(e)}take(e){if(!this.machine||!this.ground)return;let{value:t}=e;try{if(e.kind===It.BODY){let n=t.case===`body`?t.value:void 0;this.machine.setBody(Number(e.key),e.removed?void 0:n)}else if(t.case===`tile`&&!e.removed){let n=wo(t.value);this.places.set(e.key,{column:n.column,row:n.row}),this.ground.changed(this.model.set(n))}else e.kind===It.GROUND_TILE&&this.removeTile(e.key)}catch(e){this.meshes.report(e instanceof Error?e.message:String(e))}}removeTile(e){let t=this.places.get(e);this.places.delete(e);let n=t&&this.model.remove(t.column,t.row);n&&this.ground?.changed(n)}},ou={type:`change`},su={type:`start`},cu={type:`end`},lu=new Fe,uu=new oe,du=Math.cos(70*ut.DEG2RAD),fu=new z,pu=2*Math.PI,$={NONE:-1,ROTATE:0,DOLLY:1,PAN:2,TOUCH_ROTATE:3,TOUCH_PAN:4,TOUCH_DOLLY_PAN:5,TOUCH_DOLLY_ROTATE:6},mu=1e-6,hu=class extends l{constructor(e,t=null){super(e,t),this.state=$.NONE,this.target=new z,this.cursor=new z,this.minDistance=0,this.maxDistance=1/0,this.minZoom=0,this.maxZoom=1/0,this.minTargetRadius=0,this.maxTargetRadius=1/0,this.minPolarAngle=0,this.maxPolarAngle=Math.PI,this.minAzimuthAngle=-1/0,this.maxAzimuthAngle=1/0,this.enableDamping=!1,this.dampingFactor=.05,this.enableZoom=!0,this.zoomSpeed=1,this.enableRotate=!0,this.rotateSpeed=1,this.keyRotateSpeed=1,this.enablePan=!0,this.panSpeed=1,this.screenSpacePanning=!0,this.keyPanSpeed=7,this.zoomToCursor=!1,this.autoRotate=!1,this.autoRotateSpeed=2,this.keys={LEFT:`ArrowLeft`,UP:`ArrowUp`,RIGHT:`ArrowRight`,BOTTOM:`ArrowDown`},this.mouseButtons={LEFT:Ge.ROTATE,MIDDLE:Ge.DOLLY,RIGHT:Ge.PAN},this.touches={ONE:p.ROTATE,TWO:p.DOLLY_PAN},this.target0=this.target.clone(),this.position0=this.object.position.clone(),this.zoom0=this.object.zoom,this._cursorStyle=`auto`,this._domElementKeyEvents=null,this._lastPosition=new z,this._lastQuaternion=new He,this._lastTargetPosition=new z,this._quat=new He().setFromUnitVectors(e.up,new z(0,1,0)),this._quatInverse=this._quat.clone().invert(),this._spherical=new j,this._sphericalDelta=new j,this._scale=1,this._panOffset=new z,this._rotateStart=new C,this._rotateEnd=new C,this._rotateDelta=new C,this._panStart=new C,this._panEnd=new C,this._panDelta=new C,this._dollyStart=new C,this._dollyEnd=new C,this._dollyDelta=new C,this._dollyDirection=new z,this._mouse=new C,this._performCursorZoom=!1,this._pointers=[],this._pointerPositions={},this._controlActive=!1,this._onPointerMove=_u.bind(this),this._onPointerDown=gu.bind(this),this._onPointerUp=vu.bind(this),this._onContextMenu=Tu.bind(this),this._onMouseWheel=xu.bind(this),this._onKeyDown=Su.bind(this),this._onTouchStart=Cu.bind(this),this._onTouchMove=wu.bind(this),this._onMouseDown=yu.bind(this),this._onMouseMove=bu.bind(this),this._interceptControlDown=Eu.bind(this),this._interceptControlUp=Du.bind(this),this.domElement!==null&&this.connect(this.domElement),this.update()}set cursorStyle(e){this._cursorStyle=e,e===`grab`?this.domElement.style.cursor=`grab`:this.domElement.style.cursor=`auto`}get cursorStyle(){return this._cursorStyle}connect(e){super.connect(e),this.domElement.addEventListener(`pointerdown`,this._onPointerDown),this.domElement.addEventListener(`pointercancel`,this._onPointerUp),this.domElement.addEventListener(`contextmenu`,this._onContextMenu),this.domElement.addEventListener(`wheel`,this._onMouseWheel,{passive:!1}),this.domElement.ownerDocument.addEventListener(`keydown`,this._interceptControlDown,{passive:!0,capture:!0}),this.domElement.style.touchAction=`none`}disconnect(){this.state=$.NONE,this.domElement.removeEventListener(`pointerdown`,this._onPointerDown),this.domElement.ownerDocument.removeEventListener(`pointermove`,this._onPointerMove),this.domElement.ownerDocument.removeEventListener(`pointerup`,this._onPointerUp),this.domElement.removeEventListener(`pointercancel`,this._onPointerUp),this.domElement.removeEventListener(`wheel`,this._onMouseWheel),this.domElement.removeEventListener(`contextmenu`,this._onContextMenu),this.stopListenToKeyEvents(),this.domElement.ownerDocument.removeEventListener(`keydown`,this._interceptControlDown,{capture:!0}),this.domElement.ownerDocument.removeEventListener(`keyup`,this._interceptControlUp,{capture:!0}),this._controlActive=!1,this._pointers.length=0,this._pointerPositions={},this.domElement.style.touchAction=``,this.domElement.style.cursor=`auto`}dispose(){this.disconnect()}getPolarAngle(){return this._spherical.phi}getAzimuthalAngle(){return this._spherical.theta}getDistance(){return this.object.position.distanceTo(this.target)}listenToKeyEvents(e){e.addEventListener(`keydown`,this._onKeyDown),this._domElementKeyEvents=e}stopListenToKeyEvents(){this._domElementKeyEvents!==null&&(this._domElementKeyEvents.removeEventListener(`keydown`,this._onKeyDown),this._domElementKeyEvents=null)}saveState(){this.target0.copy(this.target),this.position0.copy(this.object.position),this.zoom0=this.object.zoom}reset(){this.target.copy(this.target0),this.object.position.copy(this.position0),this.object.zoom=this.zoom0,this.object.updateProjectionMatrix(),this.dispatchEvent(ou),this.update(),this.state=$.NONE}pan(e,t){this._pan(e,t),this.update()}dollyIn(e){this._dollyIn(e),this.update()}dollyOut(e){this._dollyOut(e),this.update()}rotateLeft(e){this._rotateLeft(e),this.update()}rotateUp(e){this._rotateUp(e),this.update()}update(e=null){let t=this.object.position;fu.copy(t).sub(this.target),fu.applyQuaternion(this._quat),this._spherical.setFromVector3(fu),this.autoRotate&&this.state===$.NONE&&this._rotateLeft(this._getAutoRotationAngle(e)),this.enableDamping?(this._spherical.theta+=this._sphericalDelta.theta*this.dampingFactor,this._spherical.phi+=this._sphericalDelta.phi*this.dampingFactor):(this._spherical.theta+=this._sphericalDelta.theta,this._spherical.phi+=this._sphericalDelta.phi);let n=this.minAzimuthAngle,r=this.maxAzimuthAngle;isFinite(n)&&isFinite(r)&&(n<-Math.PI?n+=pu:n>Math.PI&&(n-=pu),r<-Math.PI?r+=pu:r>Math.PI&&(r-=pu),n<=r?this._spherical.theta=Math.max(n,Math.min(r,this._spherical.theta)):this._spherical.theta=this._spherical.theta>(n+r)/2?Math.max(n,this._spherical.theta):Math.min(r,this._spherical.theta)),this._spherical.phi=Math.max(this.minPolarAngle,Math.min(this.maxPolarAngle,this._spherical.phi)),this._spherical.makeSafe(),this.enableDamping===!0?this.target.addScaledVector(this._panOffset,this.dampingFactor):this.target.add(this._panOffset),this.target.sub(this.cursor),this.target.clampLength(this.minTargetRadius,this.maxTargetRadius),this.target.add(this.cursor);let i=!1;if(this.zoomToCursor&&this._performCursorZoom||this.object.isOrthographicCamera)this._spherical.radius=this._clampDistance(this._spherical.radius);else{let e=this._spherical.radius;this._spherical.radius=this._clampDistance(this._spherical.radius*this._scale),i=e!=this._spherical.radius}if(fu.setFromSpherical(this._spherical),fu.applyQuaternion(this._quatInverse),t.copy(this.target).add(fu),this.object.lookAt(this.target),this.enableDamping===!0?(this._sphericalDelta.theta*=1-this.dampingFactor,this._sphericalDelta.phi*=1-this.dampingFactor,this._panOffset.multiplyScalar(1-this.dampingFactor)):(this._sphericalDelta.set(0,0,0),this._panOffset.set(0,0,0)),this.zoomToCursor&&this._performCursorZoom){let e=null;if(this.object.isPerspectiveCamera){let t=fu.length();e=this._clampDistance(t*this._scale);let n=t-e;this.object.position.addScaledVector(this._dollyDirection,n),this.object.updateMatrixWorld(),i=!!n}else if(this.object.isOrthographicCamera){let t=new z(this._mouse.x,this._mouse.y,0);t.unproject(this.object);let n=this.object.zoom;this.object.zoom=Math.max(this.minZoom,Math.min(this.maxZoom,this.object.zoom/this._scale)),this.object.updateProjectionMatrix(),i=n!==this.object.zoom;let r=new z(this._mouse.x,this._mouse.y,0);r.unproject(this.object),this.object.position.sub(r).add(t),this.object.updateMatrixWorld(),e=fu.length()}else console.warn(`WARNING: OrbitControls.js encountered an unknown camera type - zoom to cursor disabled.`),this.zoomToCursor=!1;e!==null&&(this.screenSpacePanning?this.target.set(0,0,-1).transformDirection(this.object.matrix).multiplyScalar(e).add(this.object.position):(lu.origin.copy(this.object.position),lu.direction.set(0,0,-1).transformDirection(this.object.matrix),Math.abs(this.object.up.dot(lu.direction))<du?this.object.lookAt(this.target):(uu.setFromNormalAndCoplanarPoint(this.object.up,this.target),lu.intersectPlane(uu,this.target))))}else if(this.object.isOrthographicCamera){let e=this.object.zoom;this.object.zoom=Math.max(this.minZoom,Math.min(this.maxZoom,this.object.zoom/this._scale)),e!==this.object.zoom&&(this.object.updateProjectionMatrix(),i=!0)}return this._scale=1,this._performCursorZoom=!1,i||this._lastPosition.distanceToSquared(this.object.position)>mu||8*(1-this._lastQuaternion.dot(this.object.quaternion))>mu||this._lastTargetPosition.distanceToSquared(this.target)>mu?(this.dispatchEvent(ou),this._lastPosition.copy(this.object.position),this._lastQuaternion.copy(this.object.quaternion),this._lastTargetPosition.copy(this.target),!0):!1}_getAutoRotationAngle(e){return e===null?pu/60/60*this.autoRotateSpeed:pu/60*this.autoRotateSpeed*e}_getZoomScale(e){let t=Math.abs(e*.01);return .95**(this.zoomSpeed*t)}_rotateLeft(e){this._sphericalDelta.theta-=e}_rotateUp(e){this._sphericalDelta.phi-=e}_panLeft(e,t){fu.setFromMatrixColumn(t,0),fu.multiplyScalar(-e),this._panOffset.add(fu)}_panUp(e,t){this.screenSpacePanning===!0?fu.setFromMatrixColumn(t,1):(fu.setFromMatrixColumn(t,0),fu.crossVectors(this.object.up,fu)),fu.multiplyScalar(e),this._panOffset.add(fu)}_pan(e,t){let n=this.domElement;if(this.object.isPerspectiveCamera){let r=this.object.position;fu.copy(r).sub(this.target);let i=fu.length();i*=Math.tan(this.object.fov/2*Math.PI/180),this._panLeft(2*e*i/n.clientHeight,this.object.matrix),this._panUp(2*t*i/n.clientHeight,this.object.matrix)}else this.object.isOrthographicCamera?(this._panLeft(e*(this.object.right-this.object.left)/this.object.zoom/n.clientWidth,this.object.matrix),this._panUp(t*(this.object.top-this.object.bottom)/this.object.zoom/n.clientHeight,this.object.matrix)):(console.warn(`WARNING: OrbitControls.js encountered an unknown camera type - pan disabled.`),this.enablePan=!1)}_dollyOut(e){this.object.isPerspectiveCamera||this.object.isOrthographicCamera?this._scale/=e:(console.warn(`WARNING: OrbitControls.js encountered an unknown camera type - dolly/zoom disabled.`),this.enableZoom=!1)}_dollyIn(e){this.object.isPerspectiveCamera||this.object.isOrthographicCamera?this._scale*=e:(console.warn(`WARNING: OrbitControls.js encountered an unknown camera type - dolly/zoom disabled.`),this.enableZoom=!1)}_updateZoomParameters(e,t){if(!this.zoomToCursor)return;this._performCursorZoom=!0;let n=this.domElement.getBoundingClientRect(),r=e-n.left,i=t-n.top,a=n.width,o=n.height;this._mouse.x=r/a*2-1,this._mouse.y=-(i/o)*2+1,this._dollyDirection.set(this._mouse.x,this._mouse.y,1).unproject(this.object).sub(this.object.position).normalize()}_clampDistance(e){return Math.max(this.minDistance,Math.min(this.maxDistance,e))}_handleMouseDownRotate(e){this._rotateStart.set(e.clientX,e.clientY)}_handleMouseDownDolly(e){this._updateZoomParameters(e.clientX,e.clientY),this._dollyStart.set(e.clientX,e.clientY)}_handleMouseDownPan(e){this._panStart.set(e.clientX,e.clientY)}_handleMouseMoveRotate(e){this._rotateEnd.set(e.clientX,e.clientY),this._rotateDelta.subVectors(this._rotateEnd,this._rotateStart).multiplyScalar(this.rotateSpeed);let t=this.domElement;this._rotateLeft(pu*this._rotateDelta.x/t.clientHeight),this._rotateUp(pu*this._rotateDelta.y/t.clientHeight),this._rotateStart.copy(this._rotateEnd),this.update()}_handleMouseMoveDolly(e){this._dollyEnd.set(e.clientX,e.clientY),this._dollyDelta.subVectors(this._dollyEnd,this._dollyStart),this._dollyDelta.y>0?this._dollyOut(this._getZoomScale(this._dollyDelta.y)):this._dollyDelta.y<0&&this._dollyIn(this._getZoomScale(this._dollyDelta.y)),this._dollyStart.copy(this._dollyEnd),this.zoomToCursor&&(this._performCursorZoom=!0,this._dollyDirection.set(this._mouse.x,this._mouse.y,1).unproject(this.object).sub(this.object.position).normalize()),this.update()}_handleMouseMovePan(e){this._panEnd.set(e.clientX,e.clientY),this._panDelta.subVectors(this._panEnd,this._panStart).multiplyScalar(this.panSpeed),this._pan(this._panDelta.x,this._panDelta.y),this._panStart.copy(this._panEnd),this.update()}_handleMouseWheel(e){this._updateZoomParameters(e.clientX,e.clientY),e.deltaY<0?this._dollyIn(this._getZoomScale(e.deltaY)):e.deltaY>0&&this._dollyOut(this._getZoomScale(e.deltaY)),this.update()}_handleKeyDown(e){let t=!1;switch(e.code){case this.keys.UP:e.ctrlKey||e.metaKey||e.shiftKey?this.enableRotate&&this._rotateUp(pu*this.keyRotateSpeed/this.domElement.clientHeight):this.enablePan&&this._pan(0,this.keyPanSpeed),t=!0;break;case this.keys.BOTTOM:e.ctrlKey||e.metaKey||e.shiftKey?this.enableRotate&&this._rotateUp(-pu*this.keyRotateSpeed/this.domElement.clientHeight):this.enablePan&&this._pan(0,-this.keyPanSpeed),t=!0;break;case this.keys.LEFT:e.ctrlKey||e.metaKey||e.shiftKey?this.enableRotate&&this._rotateLeft(pu*this.keyRotateSpeed/this.domElement.clientHeight):this.enablePan&&this._pan(this.keyPanSpeed,0),t=!0;break;case this.keys.RIGHT:e.ctrlKey||e.metaKey||e.shiftKey?this.enableRotate&&this._rotateLeft(-pu*this.keyRotateSpeed/this.domElement.clientHeight):this.enablePan&&this._pan(-this.keyPanSpeed,0),t=!0}t&&(e.preventDefault(),this.update())}_handleTouchStartRotate(e){if(this._pointers.length===1)this._rotateStart.set(e.pageX,e.pageY);else{let t=this._getSecondPointerPosition(e),n=.5*(e.pageX+t.x),r=.5*(e.pageY+t.y);this._rotateStart.set(n,r)}}_handleTouchStartPan(e){if(this._pointers.length===1)this._panStart.set(e.pageX,e.pageY);else{let t=this._getSecondPointerPosition(e),n=.5*(e.pageX+t.x),r=.5*(e.pageY+t.y);this._panStart.set(n,r)}}_handleTouchStartDolly(e){let t=this._getSecondPointerPosition(e),n=e.pageX-t.x,r=e.pageY-t.y,i=Math.sqrt(n*n+r*r);this._dollyStart.set(0,i)}_handleTouchStartDollyPan(e){this.enableZoom&&this._handleTouchStartDolly(e),this.enablePan&&this._handleTouchStartPan(e)}_handleTouchStartDollyRotate(e){this.enableZoom&&this._handleTouchStartDolly(e),this.enableRotate&&this._handleTouchStartRotate(e)}_handleTouchMoveRotate(e){if(this._pointers.length==1)this._rotateEnd.set(e.pageX,e.pageY);else{let t=this._getSecondPointerPosition(e),n=.5*(e.pageX+t.x),r=.5*(e.pageY+t.y);this._rotateEnd.set(n,r)}this._rotateDelta.subVectors(this._rotateEnd,this._rotateStart).multiplyScalar(this.rotateSpeed);let t=this.domElement;this._rotateLeft(pu*this._rotateDelta.x/t.clientHeight),this._rotateUp(pu*this._rotateDelta.y/t.clientHeight),this._rotateStart.copy(this._rotateEnd)}_handleTouchMovePan(e){if(this._pointers.length===1)this._panEnd.set(e.pageX,e.pageY);else{let t=this._getSecondPointerPosition(e),n=.5*(e.pageX+t.x),r=.5*(e.pageY+t.y);this._panEnd.set(n,r)}this._panDelta.subVectors(this._panEnd,this._panStart).multiplyScalar(this.panSpeed),this._pan(this._panDelta.x,this._panDelta.y),this._panStart.copy(this._panEnd)}_handleTouchMoveDolly(e){let t=this._getSecondPointerPosition(e),n=e.pageX-t.x,r=e.pageY-t.y,i=Math.sqrt(n*n+r*r);this._dollyEnd.set(0,i),this._dollyDelta.set(0,(this._dollyEnd.y/this._dollyStart.y)**+this.zoomSpeed),this._dollyOut(this._dollyDelta.y),this._dollyStart.copy(this._dollyEnd);let a=(e.pageX+t.x)*.5,o=(e.pageY+t.y)*.5;this._updateZoomParameters(a,o)}_handleTouchMoveDollyPan(e){this.enableZoom&&this._handleTouchMoveDolly(e),this.enablePan&&this._handleTouchMovePan(e)}_handleTouchMoveDollyRotate(e){this.enableZoom&&this._handleTouchMoveDolly(e),this.enableRotate&&this._handleTouchMoveRotate(e)}_addPointer(e){this._pointers.push(e.pointerId)}_removePointer(e){delete this._pointerPositions[e.pointerId];for(let t=0;t<this._pointers.length;t++)if(this._pointers[t]==e.pointerId){this._pointers.splice(t,1);return}}_isTrackingPointer(e){for(let t=0;t<this._pointers.length;t++)if(this._pointers[t]==e.pointerId)return!0;return!1}_trackPointer(e){let t=this._pointerPositions[e.pointerId];t===void 0&&(t=new C,this._pointerPositions[e.pointerId]=t),t.set(e.pageX,e.pageY)}_getSecondPointerPosition(e){let t=e.pointerId===this._pointers[0]?this._pointers[1]:this._pointers[0];return this._pointerPositions[t]}_customWheelEvent(e){let t=e.deltaMode,n={clientX:e.clientX,clientY:e.clientY,deltaY:e.deltaY};switch(t){case 1:n.deltaY*=16;break;case 2:n.deltaY*=100}return e.ctrlKey&&!this._controlActive&&(n.deltaY*=10),n}};function gu(e){this.enabled!==!1&&(this._pointers.length===0&&(this.domElement.setPointerCapture(e.pointerId),this.domElement.ownerDocument.addEventListener(`pointermove`,this._onPointerMove),this.domElement.ownerDocument.addEventListener(`pointerup`,this._onPointerUp)),this._isTrackingPointer(e)||(this._addPointer(e),e.pointerType===`touch`?this._onTouchStart(e):this._onMouseDown(e),this._cursorStyle===`grab`&&(this.domElement.style.cursor=`grabbing`)))}function _u(e){this.enabled!==!1&&(e.pointerType===`touch`?this._onTouchMove(e):this._onMouseMove(e))}function vu(e){switch(this._removePointer(e),this._pointers.length){case 0:this.domElement.releasePointerCapture(e.pointerId),this.domElement.ownerDocument.removeEventListener(`pointermove`,this._onPointerMove),this.domElement.ownerDocument.removeEventListener(`pointerup`,this._onPointerUp),this.dispatchEvent(cu),this.state=$.NONE,this._cursorStyle===`grab`&&(this.domElement.style.cursor=`grab`);break;case 1:let t=this._pointers[0],n=this._pointerPositions[t];this._onTouchStart({pointerId:t,pageX:n.x,pageY:n.y})}}function yu(e){let t;switch(e.button){case 0:t=this.mouseButtons.LEFT;break;case 1:t=this.mouseButtons.MIDDLE;break;case 2:t=this.mouseButtons.RIGHT;break;default:t=-1}switch(t){case Ge.DOLLY:if(this.enableZoom===!1)return;this._handleMouseDownDolly(e),this.state=$.DOLLY;break;case Ge.ROTATE:if(e.ctrlKey||e.metaKey||e.shiftKey){if(this.enablePan===!1)return;this._handleMouseDownPan(e),this.state=$.PAN}else{if(this.enableRotate===!1)return;this._handleMouseDownRotate(e),this.state=$.ROTATE}break;case Ge.PAN:if(e.ctrlKey||e.metaKey||e.shiftKey){if(this.enableRotate===!1)return;this._handleMouseDownRotate(e),this.state=$.ROTATE}else{if(this.enablePan===!1)return;this._handleMouseDownPan(e),this.state=$.PAN}break;default:this.state=$.NONE}this.state!==$.NONE&&this.dispatchEvent(su)}function bu(e){switch(this.state){case $.ROTATE:if(this.enableRotate===!1)return;this._handleMouseMoveRotate(e);break;case $.DOLLY:if(this.enableZoom===!1)return;this._handleMouseMoveDolly(e);break;case $.PAN:if(this.enablePan===!1)return;this._handleMouseMovePan(e)}}function xu(e){this.enabled!==!1&&this.enableZoom!==!1&&this.state===$.NONE&&(e.preventDefault(),this.dispatchEvent(su),this._handleMouseWheel(this._customWheelEvent(e)),this.dispatchEvent(cu))}function Su(e){this.enabled!==!1&&this._handleKeyDown(e)}function Cu(e){switch(this._trackPointer(e),this._pointers.length){case 1:switch(this.touches.ONE){case p.ROTATE:if(this.enableRotate===!1){this.state=$.NONE;break}this._handleTouchStartRotate(e),this.state=$.TOUCH_ROTATE;break;case p.PAN:if(this.enablePan===!1){this.state=$.NONE;break}this._handleTouchStartPan(e),this.state=$.TOUCH_PAN;break;default:this.state=$.NONE}break;case 2:switch(this.touches.TWO){case p.DOLLY_PAN:if(this.enableZoom===!1&&this.enablePan===!1)return;this._handleTouchStartDollyPan(e),this.state=$.TOUCH_DOLLY_PAN;break;case p.DOLLY_ROTATE:if(this.enableZoom===!1&&this.enableRotate===!1)return;this._handleTouchStartDollyRotate(e),this.state=$.TOUCH_DOLLY_ROTATE;break;default:this.state=$.NONE}break;default:this.state=$.NONE}this.state!==$.NONE&&this.dispatchEvent(su)}function wu(e){switch(this._trackPointer(e),this.state){case $.TOUCH_ROTATE:if(this.enableRotate===!1)return;this._handleTouchMoveRotate(e),this.update();break;case $.TOUCH_PAN:if(this.enablePan===!1)return;this._handleTouchMovePan(e),this.update();break;case $.TOUCH_DOLLY_PAN:if(this.enableZoom===!1&&this.enablePan===!1)return;this._handleTouchMoveDollyPan(e),this.update();break;case $.TOUCH_DOLLY_ROTATE:if(this.enableZoom===!1&&this.enableRotate===!1)return;this._handleTouchMoveDollyRotate(e),this.update();break;default:this.state=$.NONE}}function Tu(e){this.enabled!==!1&&e.preventDefault()}function Eu(e){e.key===`Control`&&(this._controlActive=!0,this.domElement.ownerDocument.addEventListener(`keyup`,this._interceptControlUp,{passive:!0,capture:!0}))}function Du(e){e.key===`Control`&&(this._controlActive=!1,this.domElement.ownerDocument.removeEventListener(`keyup`,this._interceptControlUp,{passive:!0,capture:!0}))}var Ou=.6,ku=.75,Au=1,ju=class{centre=new z;radius=Au;offset=new z;wanted=Au;start(e,t,n){this.centre.copy(t.center),this.offset.copy(t.center),n&&this.offset.sub(e),this.wanted=Math.max(Au,t.radius),this.radius=this.wanted}update(e,t,n,r){let i=1-Math.exp(-r/Ou),a=t.center.clone();n&&a.sub(e),this.offset.lerp(a,i),this.centre.copy(this.offset),n&&this.centre.add(e);let o=Math.max(Au,t.radius);(o>this.wanted||o<ku*this.wanted)&&(this.wanted=o),this.radius+=i*(this.wanted-this.radius)}};function Mu(e,t,n,r){let i=Math.tan(t*Math.PI/360)*Math.min(n,r);return e/Math.sin(Math.atan(i))}var Nu=.08,Pu=1600,Fu=`outside`,Iu=45,Lu=.6,Ru=.4,zu=class{element;groundHeight;camera=new mt(Iu,1,Nu,Pu);headingUp=!1;orbit;orbitEye=new z(1,1,1);list=[];held=!1;current=0;framing=new ju;travels=!0;free={top:0,bottom:1,width:1,height:1};zoomed=!1;lastDistance=0;lastTarget=new z;lastHeading=0;look={left:0,up:0};constructor(e,t){this.element=e,this.groundHeight=t,this.camera.up.set(0,0,1),this.orbit=new hu(this.camera,e),this.orbit.enableDamping=!1,this.orbit.enablePan=!0,this.orbit.minDistance=2,this.orbit.maxDistance=200,this.orbit.maxPolarAngle=.56*Math.PI,this.listenToDragging()}get names(){return[Fu,...this.list.map(e=>e.name)]}get focus(){return this.current===0?this.camera.position.distanceTo(this.orbit.target):void 0}get index(){return this.current}get name(){return this.names[this.current]??Fu}setScene(e){let t=this.name;this.travels=e.controls.length>0,this.list=[...e.cameras],this.choose(Math.max(0,this.names.indexOf(t)))}showAll(e,t,n){this.framing.start(e,n,this.travels),this.lastHeading=t;let{target:r}=this.orbit;r.copy(this.framing.centre),this.lastTarget.copy(r);let i=t+.85;this.orbitEye.set(Math.cos(i),Math.sin(i),.3).setLength(this.fit()).add(r),this.zoomed=!1,this.lastDistance=this.fit(),this.current===0&&this.camera.position.copy(this.orbitEye)}frameAgain(){let{target:e}=this.orbit;this.camera.position.sub(e).add(this.framing.centre),e.copy(this.framing.centre),this.zoomed=!1}fit(){let{top:e,bottom:t,width:n,height:r}=this.free,i=Math.min(1,Math.max(Lu,1.2*(t-e)/r));return Mu(this.framing.radius,Iu,i,n/r)}shiftView(){let{top:e,bottom:t,width:n,height:r}=this.free;this.current===0?this.camera.setViewOffset(n,r,0,(r-e-t)/2,n,r):this.camera.clearViewOffset()}choose(e){if(e<0||e>=this.names.length)return;this.current===0&&this.orbitEye.copy(this.camera.position),this.current=e,this.look={left:0,up:0},this.orbit.enabled=e===0,this.camera.up.set(0,0,1),e===0&&this.camera.position.copy(this.orbitEye);let t=this.list[e-1]?.fieldOfView??0;this.camera.fov=e>0&&t>0?180/Math.PI*t:Iu,this.shiftView(),this.camera.updateProjectionMatrix()}next(){this.choose((this.current+1)%this.names.length)}turnBy(e,t,n){let r=this.current===0?this.camera.position:this.orbitEye,{target:i}=this.orbit,a=new j().setFromCartesianCoords(r.y-i.y,r.z-i.z,r.x-i.x);a.radius*=n,a.phi=Math.min(1.5,Math.max(.1,a.phi-t)),a.theta+=e;let[o,s,c]=new z().setFromSpherical(a).toArray();r.set(i.x+c,i.y+o,i.z+s),this.zoomed=!0,this.lastDistance=a.radius}toggleHeading(){return this.headingUp=!this.headingUp,this.headingUp?`The outside view turns with the machine.`:`The outside view keeps its direction.`}setHeld(e){this.held=e;let{mouseButtons:t,touches:n}=this.orbit;t.LEFT=e?null:Ge.ROTATE,t.RIGHT=e?Ge.ROTATE:Ge.PAN,n.ONE=e?null:p.ROTATE}resize(e,t){this.camera.aspect=e/Math.max(1,t);let{top:n,bottom:r}=this.free;this.free={top:n*t/this.free.height,bottom:r*t/this.free.height,width:e,height:t},this.shiftView(),this.camera.updateProjectionMatrix()}setFree(e,t){t<e||(this.free={...this.free,top:e,bottom:t},this.shiftView())}update(e,t,n,r){e&&this.follow(e,n,r);let i=this.list[this.current-1],a=i&&t(i.body);i&&a&&this.mount(i,a)}follow(e,t,n){let{x:r,y:i,z:a,w:o}=e.quaternion,{heading:s}=tn(r,i,a,o);this.framing.update(e.position,t,this.travels,n);let c=this.framing.centre.clone().sub(this.lastTarget),l=this.headingUp?s-this.lastHeading:0;this.lastTarget.copy(this.framing.centre),this.lastHeading=s;let u=this.current===0?this.camera.position:this.orbitEye,{target:d}=this.orbit,f=u.distanceTo(d);Math.abs(f-this.lastDistance)>.001*f&&(this.zoomed=!0),d.add(c),u.add(c).sub(d).applyAxisAngle(Bu,l),this.zoomed||u.setLength(this.fit()),u.add(d),this.current===0&&this.stayAboveGround(u,d),this.lastDistance=u.distanceTo(d)}stayAboveGround(e,t){this.orbit.update();let n=this.groundHeight(e.x,e.y)+Ru;e.z>=n||(e.z=n,this.camera.lookAt(t))}mount(e,t){let[n=0,r=0,i=0]=e.position,[a=1,o=0,s=0]=e.direction,c=new z(n,r,i).applyQuaternion(t.quaternion);this.camera.position.copy(c.add(t.position));let l=new z(a,o,s).normalize(),u=new z().crossVectors(Bu,l);u.lengthSq()<1e-6&&u.set(0,1,0),l.applyAxisAngle(u.normalize(),-this.look.up).applyAxisAngle(Bu,this.look.left);let d=Math.abs(l.z)>.98;this.camera.up.set(+!!d,0,+!d).applyQuaternion(t.quaternion),this.camera.lookAt(l.applyQuaternion(t.quaternion).add(this.camera.position))}listenToDragging(){let e;this.element.addEventListener(`pointerdown`,t=>{let n=!this.held||t.button===2;this.current!==0&&n&&(e=t.pointerId)}),window.addEventListener(`pointermove`,t=>{if(e!==t.pointerId||this.current===0)return;let n=this.camera.fov*Math.PI/180/this.element.clientHeight;this.look.left=Vu(this.look.left+t.movementX*n,2.6),this.look.up=Vu(this.look.up+t.movementY*n,1.1)});let t=()=>{e=void 0};window.addEventListener(`pointerup`,t),window.addEventListener(`pointercancel`,t),this.element.addEventListener(`dblclick`,()=>{this.look={left:0,up:0},this.current===0&&this.frameAgain()})}},Bu=new z(0,0,1),Vu=(e,t)=>Math.min(t,Math.max(-t,e)),Hu=12,Uu=.02,Wu=5;function Gu(e,t,n,r){let i=t.clone().normalize(),a=new z().crossVectors(n,i);a.lengthSq()<1e-8&&a.crossVectors(new z(1,0,0),i),a.normalize();let o=new z().crossVectors(i,a),{width:s,height:c,radius:l}=r;return{centre:e,normal:i,right:a,up:o,width:s,height:c,radius:l}}function Ku(e,t,n,r){let{centre:i,right:a,up:o,width:s,height:c,radius:l}=e,[u,d]=[.5*s*t,.5*c*n],f=i.clone().addScaledVector(a,u).addScaledVector(o,d);if(r.copy(e.normal),l<=0)return f;let p=Math.sqrt(Math.max(0,l*l-u*u-d*d));return f.addScaledVector(e.normal,p-l),r.multiplyScalar(p).addScaledVector(a,u).addScaledVector(o,d).normalize(),f}function qu(e,t,n){let r=new z().subVectors(t,e).normalize();return r.addScaledVector(n,-2*r.dot(n))}function Ju(e,t){let n=Array(9).fill(0),r=new z,i=new z;for(let a=0;a<Wu;a++)for(let o=0;o<Wu;o++){let s=e=>2*e/4-1,c=Ku(e,s(a),s(o),i),l=qu(t,c,i),[u,d,f]=l.toArray(),p=[1-u*u,-u*d,-u*f,1-d*d,-d*f,1-f*f],m=[0,1,2,1,3,4,2,4,5].map(e=>p[e]);for(let e=0;e<9;e++)n[e]+=m[e];r.add(c).addScaledVector(l,-c.dot(l))}let[a,o,s,c,l,u,d,f,p]=n,m=new B().set(a,o,s,c,l,u,d,f,p);return r.applyMatrix3(m.invert())}var Yu=(e,t)=>new z().subVectors(t,e.centre).dot(e.normal)>.001;function Xu(e,t,{eye:n,distance:r},i,a){let o=new z,s=Ku(e,i,a,o),c=s.addScaledVector(qu(t,s,o),Hu).sub(n),l=r/c.dot(e.normal),u=n.clone().addScaledVector(c,l).sub(e.centre);return[u.dot(e.right),u.dot(e.up)]}function Zu(e,t,n,r){let i=Ju(e,t),a={eye:i,distance:new z().subVectors(e.centre,i).dot(e.normal)},o=new Float32Array(2*n*r),s=[1/0,1/0],c=[-1/0,-1/0];for(let i=0,l=0;i<r;i++)for(let u=0;u<n;u++,l+=2){let d=Xu(e,t,a,2*u/(n-1)-1,2*i/(r-1)-1);for(let e of[0,1])o[l+e]=d[e],s[e]=Math.min(s[e],d[e]),c[e]=Math.max(c[e],d[e])}for(let e of[0,1]){let t=Uu*(c[e]-s[e]);s[e]-=t,c[e]+=t}for(let e=0;e<o.length;e+=2)o[e]=(c[0]-o[e])/(c[0]-s[0]),o[e+1]=(o[e+1]-s[1])/(c[1]-s[1]);let l=(t,n)=>e.centre.clone().addScaledVector(e.right,t).addScaledVector(e.up,n);return{eye:i,window:{lowerLeft:l(c[0],s[1]),lowerRight:l(s[0],s[1]),upperLeft:l(c[0],c[1])},texels:o}}var Qu=1600,$u=.08,ed=13,td=17,nd=6,rd={high:320,low:128},id=class{wire;screen;mesh;target;camera=new mt;points;texels;glass;constructor(e,t,n){this.wire=e,this.screen=t;let r=e.width/e.height,[i,a]=r<1?[n,n/r]:[n*r,n];this.target=new ne(Math.round(i),Math.round(a),{type:pe,samples:4});let o=new d(1,1,12,16);this.points=o.getAttribute(`position`),this.texels=o.getAttribute(`uv`);let s=new qe({map:this.target.texture,fog:!1});s.color.setScalar(t?1:.9),this.mesh=new G(o,s),this.mesh.name=e.name,this.mesh.layers.set(2),this.camera.layers.enable(3),this.mesh.frustumCulled=!1,this.mesh.matrixAutoUpdate=!1}update(e,t,{x:n,y:r}){let i=t(this.wire.body);if(this.mesh.visible=!1,!i)return!1;let a=e=>new z(e[0]??0,e[1]??0,e[2]??0).applyQuaternion(i.quaternion),o=a([0,0,1]),s=a(this.wire.position).add(i.position),c=Gu(s,a(this.wire.direction),o,this.wire);if(n!==0||r!==0){let{adjust:e}=this.wire,t=c.normal.applyAxisAngle(c.up,e*n);t.applyAxisAngle(c.right,-e*r),c=Gu(s,t,o,this.wire)}return!Yu(c,e)||e.distanceTo(s)>nd?!1:(this.glass=c,this.mesh.visible=!0,!0)}look(e,t){let n=this.glass,r=this.screen&&t(this.screen.body);this.screen&&r?this.showCamera(this.screen,r,n):this.screen||this.mirror(n,e),this.shapeGlass(n)}dispose(){this.target.dispose(),this.mesh.geometry.dispose(),this.mesh.material.dispose()}mirror(e,t){let{eye:n,window:r,texels:i}=Zu(e,t,ed,td),a=Le(n,r,$u,Qu);ve(this.camera,Le(n,r,Math.max($u,a.distance),Qu));for(let e=0;e<td;e++)for(let t=0;t<ed;t++){let n=2*(e*ed+t);this.texels.setXY(this.pointOf(t,e),i[n],i[n+1])}this.texels.needsUpdate=!0}showCamera(e,t,n){let r=e=>new z(e[0]??0,e[1]??0,e[2]??0),i=r(e.position).applyQuaternion(t.quaternion).add(t.position),a=r(e.direction).applyQuaternion(t.quaternion).normalize(),o=r([0,0,1]).applyQuaternion(t.quaternion),s=Gu(new z,a.clone().negate(),o,this.wire),c=Math.tan(.5*e.fieldOfView),l=c*this.wire.width/this.wire.height,u=(e,t)=>i.clone().add(a).addScaledVector(s.right,e*l).addScaledVector(s.up,t*c),d={lowerLeft:u(-1,-1),lowerRight:u(1,-1),upperLeft:u(-1,1)};ve(this.camera,Le(i,d,$u,Qu));let f=a.dot(n.normal)>0;for(let e=0;e<td;e++)for(let t=0;t<ed;t++){let n=t/12;this.texels.setXY(this.pointOf(t,e),f?1-n:n,e/16)}this.texels.needsUpdate=!0}shapeGlass(e){let t=new z;for(let n=0;n<td;n++)for(let r=0;r<ed;r++){let[i,a]=[2*r/12-1,2*n/16-1],o=Ku(e,i,a,t);this.points.setXYZ(this.pointOf(r,n),o.x,o.y,o.z)}this.points.needsUpdate=!0}pointOf(e,t){return(16-t)*ed+e}},ad=class{scene;adjustments={};glasses=[];wire;quality=`high`;constructor(e){this.scene=e}get names(){return this.glasses.filter(e=>e.wire.adjust>0).map(e=>e.wire.name)}setScene(e,t){this.wire=e,this.quality=t;for(let e of this.glasses)this.scene.remove(e.mesh),e.dispose();this.glasses=e.mirrors.map(n=>{let{camera:r}=n;return new id(n,r===void 0?void 0:e.cameras[r],rd[t])});for(let e of this.glasses)this.scene.add(e.mesh)}setQuality(e){this.wire&&e!==this.quality&&this.setScene(this.wire,e)}passes(e,t,n){let r=this.glasses.filter(n=>n.update(e,t,this.adjustments[n.wire.name]??{x:0,y:0}));for(let n of r)n.look(e,t);return r.filter((e,t)=>t===n%r.length).map(({wire:e,camera:t,target:n})=>({name:`mirror ${e.name}`,camera:t,rectangle:it,target:n}))}},od=class{mirrors;layout=Ue;channel=Ue.channels[0];output;size={width:0,height:0};quality=`high`;card;cardCamera=new mt(60,1,.1,100);constructor(e){this.mirrors=new ad(e)}get instead(){return this.card}setScene(e){this.mirrors.setScene(e,this.quality)}setQuality(e){this.quality=e,this.mirrors.setQuality(e),this.forget()}setLayout(e,t){this.layout=e,this.channel=t,this.forget()}setCard(e){this.card=e&&$e(e),this.forget()}passes(e){let{camera:t,bodyOf:n,count:r}=e;return t.layers.enable(2),this.card?this.views(this.prepareCard(t),e):[...this.mirrors.passes(t.position,n,r),...this.views(t,e)]}views(e,{width:t,height:n,focus:r}){if(Je.isPlain(this.layout,this.channel))return[{name:`operator`,camera:e,rectangle:it}];(t!==this.size.width||n!==this.size.height)&&this.forget(),this.size={width:t,height:n};let i=this.quality===`low`?256:1024;this.output??=new Je(this.layout,this.channel,i,this.size,!!this.card);let a=this.card||!r||r<.5?void 0:r;return this.output.passes(e,a)}prepareCard({aspect:e,fov:t}){let{cardCamera:n}=this;return n.aspect=e,n.fov=t,n.updateProjectionMatrix(),Ae(n),n}forget(){this.output?.dispose(),this.output=void 0}},sd=`1.24`,cd=`1.34`,ld=`color = AgXOutsetMatrix * color;`,ud=`vec3 CustomToneMapping( vec3 color ) { return color; }`;function dd(){let e=Z.tonemapping_pars_fragment,t=e.indexOf(`vec3 AgXToneMapping(`),n=e.indexOf(`
}`,t)+2;if(e.includes(`color - grey`))return 5;if(t<0||!e.includes(ud))return 6;let r=`
    color = pow( max( color, vec3( 0.0 ) ), vec3( ${sd} ) );
    float grey = dot( color, vec3( 0.2126, 0.7152, 0.0722 ) );
    color = grey + ${cd} * ( color - grey );
  `,i=e.slice(t,n).replace(`AgXToneMapping`,`CustomToneMapping`).replace(ld,`${r}\n${ld}`);return Z.tonemapping_pars_fragment=e.replace(ud,i),5}var fd=class{quality;cameras;view;composer;triangles=0;calls=0;renderer;size=new C;sphere=new W;wire;count=0;posed=!1;shown=!1;shadowFits=!1;lastDraw=0;constructor(e,t,n,r){this.quality=r,this.renderer=new _a({canvas:e,antialias:r.detail}),this.renderer.toneMapping=dd(),this.renderer.shadowMap.type=1,this.renderer.shadowMap.autoUpdate=!1,this.spend(r),this.view=new au(this.renderer,t,n,r),this.cameras=new zu(e,(e,t)=>this.view.groundHeight(e,t)),this.composer=new od(this.view.scene),this.composer.setQuality(r.name),new ResizeObserver(()=>this.resize()).observe(e),this.resize()}get canvas(){return this.renderer.domElement}get pixels(){let{drawingBufferWidth:e,drawingBufferHeight:t}=this.renderer.getContext();return e*t}get qualityName(){return this.quality.name}setQuality(e){e!==this.quality.name&&(this.quality=va[e],this.spend(this.quality),this.view.setQuality(this.quality),this.composer.setQuality(e),this.resize(),this.shadowFits=!1)}setConditions(e){this.view.setConditions(e)}heal(){this.view.setQuality(this.quality),this.composer.setQuality(this.quality.name),this.shadowFits=!1}setScene(e){let t=this.wire!==void 0&&this.wire.title===e.title&&this.wire.bodies.length===e.bodies.length;this.wire=e,this.posed=!1,this.shadowFits=!1,this.view.setScene(e),this.cameras.setScene(e),this.composer.setScene(e),this.shown=this.shown&&t}paint({poses:e,bodies:t,frame:n,time:r}){this.view.update(e,t,n,r),this.posed=!0}draw(e){let{machine:t}=this.view;if(t&&(t.group.visible=this.posed),t&&this.posed){t.boundingSphere(this.sphere),this.shown||this.showAll(),this.shadowFits||this.view.fitShadow(),this.shadowFits=!0;let n=Math.min(.25,e-this.lastDraw);this.cameras.update(t.root,e=>t.body(e),this.sphere,n),this.lastDraw=e}let{camera:n}=this.cameras;n.updateMatrixWorld(),this.view.follow(n.position);let{drawingBufferWidth:r,drawingBufferHeight:i}=this.renderer.getContext(),a=this.count++,o=this.composer.passes({camera:n,width:r,height:i,bodyOf:e=>t?.body(e),focus:this.cameras.focus,count:a}),s=Xe(this.renderer,this.composer.instead??this.view.scene,Ce(o,a),this.size,this.quality.shadows);this.triangles=s.triangles,this.calls=s.calls}spend(e){this.renderer.shadowMap.enabled=e.shadows,this.renderer.setPixelRatio(Math.min(e.pixelRatio,window.devicePixelRatio))}showAll(){let e=this.view.machine?.root;if(!e)return;this.shown=!0,this.shadowFits=!1;let{x:t,y:n,z:r,w:i}=e.quaternion,{heading:a}=tn(t,n,r,i);this.view.setHeading(a),this.cameras.showAll(e.position,a,this.sphere)}resize(){let{clientWidth:e,clientHeight:t}=this.renderer.domElement;e!==0&&t!==0&&(this.renderer.setSize(e,t,!1),this.cameras.resize(e,t))}},pd=827150927,md=40,hd=8,gd=4,_d=12;function vd(e){let t=new DataView(e);if(e.byteLength<md||t.getUint32(0,!0)!==pd)throw Error(`this is not a mesh`);let[n,r]=[t.getUint32(4,!0),t.getUint32(8,!0)],i=md+12*n+_d*r;if(e.byteLength!==i)throw Error(`a mesh of ${i} bytes has come with ${e.byteLength}`);let a=[0,1,2].map(e=>t.getFloat32(16+4*e,!0)),o=[0,1,2].map(e=>t.getFloat32(28+4*e,!0)),s=md+hd*n,c=s+gd*n,l=new Float32Array(3*n),u=new Float32Array(3*n);for(let e=0;e<n;e++)for(let n=0;n<3;n++){let r=t.getUint16(md+hd*e+2*n,!0);l[3*e+n]=a[n]+o[n]*r,u[3*e+n]=t.getInt8(s+gd*e+n)/127}let d=new Uint32Array(3*r);for(let e=0;e<d.length;e++){let r=t.getUint32(c+4*e,!0);if(r>=n)throw Error(`a triangle has vertex ${r} of ${n}`);d[e]=r}let f=new _t;return f.setAttribute(`position`,new dt(l,3)),f.setAttribute(`normal`,new dt(u,3)),f.setIndex(new dt(d,1)),f}var yd=class{assets;report;decoded=new Map;constructor(e,t){this.assets=e,this.report=t}async get(e){let t=await this.assets.get(e),n=this.decoded.get(e)??vd(t);return this.decoded.set(e,n),n}},bd=class{files;fetcher;asked=new Map;constructor(e,t=e=>fetch(e)){this.files=e,this.fetcher=t}get(e){let t=this.asked.get(e)??this.load(e);return this.asked.set(e,t),t}async load(e){try{if(!/^[0-9a-f]{16}$/.test(e))throw Error(`"${e}" is not the name of an asset`);let t=await this.fetcher(`${this.files}assets/${e}`);if(!t.ok)throw Error(`asset ${e}: the server answered ${t.status}`);return await t.arrayBuffer()}catch(t){throw this.asked.delete(e),t}}};function xd(e){let t=Math.ceil(e);return`${Math.floor(t/60)}:${String(t%60).padStart(2,`0`)}`}function Sd(e){let t=[`${Math.round(e.completion)} %`];return e.left>=0&&!e.ended&&t.push(`${xd(e.left)} left`),t.push(`${Math.round(e.points)} points`),t.join(` · `)}var Cd=class{element;title=J(`h2`,{});goal=J(`p`,{class:`goal`,"aria-live":`polite`});bar=J(`progress`,{max:`100`,"aria-label":`Completion`});numbers=J(`p`,{class:`numbers`});briefing=J(`p`,{class:`briefing`});details;constructor(e){this.element=e,this.details=J(`details`,{open:!0},J(`summary`,{},`Briefing`),this.briefing),e.replaceChildren(this.title,this.goal,this.bar,this.numbers,this.details)}setScene(e){Rt(this.title,e.taskTitle),Rt(this.briefing,e.briefing),this.details.hidden=e.briefing===``}paint({frame:e}){let t=e.task;this.element.hidden=t===void 0,t!==void 0&&(Rt(this.goal,t.goal),Rt(this.numbers,Sd(t)),this.bar.value=t.completion,this.element.classList.toggle(`ended`,t.ended))}},wd=400,Td=2,Ed=20,Dd=.1,Od=.02,kd=.001;function Ad(e){let t=[...e].sort((e,t)=>e-t),n=e=>t[Math.max(0,Math.ceil(e*t.length)-1)]??0;return{count:t.length,p50:n(.5),p99:n(.99)}}var jd=class{trial;frames=[];pictures=[];looked=-1/0;used=-1/0;levers(e,t,n,r){let i=n>this.looked||r-n<=Dd;if(this.looked=r,this.trial&&this.isWaiting(this.trial,r)||(this.trial=void 0,!i||n===this.used))return;let a=e.findIndex((e,n)=>Math.abs(e-(t[n]??e))>Od);if(a<0)return;this.used=n;let o=t[a],s=Math.sign(e[a]-o);this.trial={begun:n,control:a,before:o,direction:s,frameTime:void 0}}frame(e,t,n){let{trial:r}=this;r&&r.frameTime===void 0&&r.direction*((e[r.control]??0)-r.before)>kd&&(r.frameTime=t,Md(this.frames,n-r.begun))}picture(e,t){let{trial:n}=this;n?.frameTime===void 0||e<n.frameTime-1e-6||(Md(this.pictures,t-n.begun),this.trial=void 0)}isWaiting({begun:e,frameTime:t},n){return n-e<(t===void 0?Td:Ed)}get toFrame(){return Ad(this.frames)}get toPicture(){return Ad(this.pictures)}};function Md(e,t){e.push(t),e.length>wd&&e.shift()}var Nd={[At.ENGINE]:`engine`,[At.PUMP]:`pump`,[At.ROLLING]:`rolling`,[At.FLOW]:`flow`,[At.HORN]:`horn`,[At.BEEPER]:`beeper`},Pd=5,Fd=250,Id={kind:`soil`,frequency:0,pulses:0,level:88},Ld={kind:`beeper`,frequency:2100,pulses:0,level:82},Rd=(e,t)=>e[0]*t[0]+e[1]*t[1]+e[2]*t[2];function zd({position:e,right:t,ahead:n,up:r},i){let a=[i[0]-e[0],i[1]-e[1],i[2]-e[2]];return{x:Rd(a,t),y:Rd(a,n),z:Rd(a,r)}}function Bd(e,t,n){let[r,i,a,o,s,c,l]=Array.from({length:7},(n,r)=>e[t+r]??0),[u=0,d=0,f=0]=n,[p,m,h]=[2*(s*f-c*d),2*(c*u-o*f),2*(o*d-s*u)];return[r+u+l*p+s*h-c*m,i+d+l*m+c*p-o*h,a+f+l*h+o*m-s*p]}var Vd=class{scene;specs;numbers;lastSoil=[0,0,0];constructor(e){this.scene=e;let t=e.sounds.map(({kind:e,frequency:t,pulses:n,level:r})=>({kind:Nd[e]??`flow`,frequency:t,pulses:n,level:r}));this.specs=[...t,Id,Ld],this.numbers=new Float32Array(5*this.specs.length)}update({poses:e,bodies:t,frame:n},r){let i=+!n.paused,{sounds:a,bodies:o}=this.scene;a.forEach((a,s)=>{let c=t.length>0?t.indexOf(a.body):a.body,l=c>=0&&c<(t.length||o.length)?i:0,u=Bd(e,7*Math.max(0,c),a.position),d=Qt(a.speed,n);this.write(s,zd(r,u),l*d,l*Qt(a.load,n))}),this.writeSoil(a.length,n.falling,r,i);let s=n.tilt===jt.LEANING?i:0;return this.write(a.length+1,{x:.2,y:.7,z:.2},1,s),this.numbers}writeSoil(e,t,n,r){let i=0,a=[0,0,0];for(let e=0;e+Pd<=t.length;e+=Pd){let n=t[e+3];i+=n;for(let r of[0,1,2])a[r]+=n*t[e+r]}i>0&&(this.lastSoil=[a[0]/i,a[1]/i,a[2]/i]),this.write(e,zd(n,this.lastSoil),1,r*Math.min(1,i/Fd))}write(e,{x:t,y:n,z:r},i,a){this.numbers.set([t,n,r,i,a],5*e)}};function Hd(e){let[t,n,r]=e.place;if(t===void 0||n===void 0||r===void 0)return;let i=[t,n,r];if(e.kind===`contact_begin`)return{place:i,material:`steel`,speed:e.strength};if(e.kind===`cave_in`)return{place:i,material:`soil`,speed:Math.min(6,e.strength/200)}}var Ud=class{worklet;store=new Nt({state:`off`,reason:``,latency:0});audible;context;node;volumes={};ears;constructor(e){this.worklet=e}async start(e){if(await this.stop(),!window.isSecureContext||typeof AudioWorkletNode>`u`)this.store.set({state:`insecure`});else{this.store.set({state:`starting`,reason:``});try{let t=new AudioContext({latencyHint:`interactive`});this.context=t,await t.audioWorklet.addModule(this.worklet);let n=rn[e].length;t.destination.channelCount=Math.min(n,t.destination.maxChannelCount);let r=new AudioWorkletNode(t,on,{numberOfInputs:0,outputChannelCount:[n],processorOptions:{layout:e}});r.connect(t.destination),this.node=r,this.send({kind:`volumes`,volumes:this.volumes}),this.audible&&this.send({kind:`sources`,specs:this.audible.specs}),await t.resume();let i=t.baseLatency+(t.outputLatency||0);this.store.set({state:`on`,latency:i})}catch(e){await this.stop(),this.store.set({state:`failed`,reason:e instanceof Error?e.message:``})}}}async stop(){let{context:e}=this;this.node?.disconnect(),this.node=void 0,this.context=void 0,this.store.set({state:`off`}),await e?.close()}setVolumes(e){this.volumes=e,this.send({kind:`volumes`,volumes:e})}setScene(e){this.audible=new Vd(e),this.send({kind:`sources`,specs:this.audible.specs})}update(e,t){this.ears=t,this.node&&this.audible&&this.send({kind:`frame`,numbers:this.audible.update(e,t)})}hear(e){let t=Hd(e);if(!t||!this.ears)return;let{material:n,speed:r,place:i}=t;this.send({kind:`strike`,place:zd(this.ears,i),material:n,speed:r})}send(e){this.node?.port.postMessage(e)}},Wd=class{element;shown;constructor(e){this.element=e}get open(){return!this.element.hidden}show(e,t){let n=this.open&&this.shown===e;if(this.close(),n)return;this.shown=e;let r=Yt(Y(`close`),()=>this.close(),{id:`drawer-close`}),i=J(`header`,{},J(`h2`,{},e),r);this.element.replaceChildren(i,...t()),this.element.setAttribute(`aria-label`,e),this.element.hidden=!1,r.focus()}close(){this.element.hidden=!0}},Gd=.1;function Kd(e,t){if(e.names.length===0)return[J(`p`,{},Y(`noMirrors`))];let n=(e,n)=>()=>{let r=t.value.mirrors[e]??{x:0,y:0},i=e=>Math.min(1,Math.max(-1,e)),a=n?{x:i(r.x+n.x),y:i(r.y+n.y)}:{x:0,y:0};t.set({mirrors:{...t.value.mirrors,[e]:a}})};return[J(`p`,{},Y(`mirrorHelp`)),...e.names.map(e=>{let t=(t,r,i)=>Yt(t,n(e,i),{title:r,"aria-label":`${e}: ${r}`});return J(`div`,{class:`mirror-row`,role:`group`,"aria-label":e},J(`span`,{},e.replaceAll(`_`,` `)),t(`←`,Y(`turnLeft`),{x:-.1,y:0}),t(`→`,Y(`turnRight`),{x:Gd,y:0}),t(`↑`,Y(`turnUp`),{x:0,y:Gd}),t(`↓`,Y(`turnDown`),{x:0,y:-.1}),t(`⟲`,Y(`asBuilt`),void 0))})]}function qd(e,t){let{value:n}=e,r=kt([[``,Y(`asBrowser`)],...Lt.map(e=>[e,Ot[e]])],{id:`language`});r.value=n.language;let i=kt([[`metric`,Y(`metric`)],[`us`,Y(`usUnits`)]],{id:`units`});i.value=n.units;let a=kt([[`iso`,Y(`patternIso`)],[`sae`,Y(`patternSae`)]],{id:`pattern`});a.value=n.pattern;let o=()=>{e.set({language:r.value,units:i.value===`us`?`us`:`metric`,pattern:a.value===`sae`?`sae`:`iso`}),t()};for(let e of[r,i,a])e.onchange=o;return[J(`label`,{},Y(`language`),r),J(`label`,{},Y(`units`),i),J(`label`,{},Y(`pattern`),a)]}var Jd=2,Yd=.1,Xd=class{channel=new BroadcastChannel(`outrigger.moment`);id=crypto.randomUUID?.()??String(Math.random());others=new Map;offset=0;nextWord;constructor(e){this.nextWord=e,this.channel.onmessage=({data:e})=>{this.others.set(e.id,{offset:e.offset,heard:performance.now()/1e3})}}drawn(e,t){if(this.offset=e-(performance.timeOrigin/1e3+t),!(t<this.nextWord)){this.nextWord=t+Yd,this.channel.postMessage({id:this.id,offset:this.offset});for(let[e,{heard:n}]of this.others)t-n>Jd&&this.others.delete(e)}}report(){let e=[...this.others.values()].map(({offset:e})=>Math.abs(e-this.offset));return{windows:e.length+1,skew:Math.max(0,...e)}}},Zd={all:`volumeAll`,engine:`volumeEngine`,hydraulics:`volumeHydraulics`,travel:`volumeTravel`,signals:`volumeSignals`,impacts:`volumeImpacts`},Qd={headphones:`headphones`,stereo:`twoLoudspeakers`,surround51:`surround51`,surround71:`surround71`},$d=e=>an.find(t=>t===e)??`stereo`;function ef(e,t){let{value:n}=t,r=J(`p`,{id:`sound-state`,role:`status`}),i=kt(an.map(e=>[e,Y(Qd[e])]),{id:`sound-layout`});i.value=$d(n.soundLayout);let a=()=>void e.start($d(i.value));i.onchange=()=>{t.set({soundLayout:i.value}),e.store.value.state===`on`&&a()};let o=Yt(``,()=>s()?void e.stop():a(),{id:`sound-on`}),s=()=>[`on`,`starting`].includes(e.store.value.state),c=r=>{let i=J(`input`,{type:`range`,min:`0`,max:`1`,step:`0.05`});return i.value=String(n.volumes[r]??1),i.oninput=()=>{t.set({volumes:{...t.value.volumes,[r]:Number(i.value)}}),e.setVolumes(t.value.volumes)},J(`label`,{class:`slider`},Y(Zd[r]),i)};return e.store.follow(e=>e,({state:e,reason:t,latency:n})=>{Rt(o,Y(s()?`soundOff`:`soundOn`)),o.setAttribute(`aria-pressed`,String(s()));let i={insecure:Y(`soundInsecure`),failed:Y(`soundFailed`,{reason:t}),on:Y(`soundLatency`,{milliseconds:(1e3*n).toFixed(0)})};Rt(r,i[e]??``)}),[o,r,c(`all`),...sn.map(c),J(`label`,{},Y(`heardBy`),i)]}var tf=1e3,nf=1,rf=class{page;display;loop;aids;player=new Ud(new URL(`sound_worklet.js`,document.baseURI).href);drawer;latency=new jd;skew;layout;lastHand=-1/0;lastPads=0;nextNumbers=0;constructor(e,t,n,r,i){this.page=e,this.display=t,this.loop=n,this.aids=i,this.drawer=new Wd(r);let{seat:a,preferences:o}=e;this.player.setVolumes(o.value.volumes),o.store.follow(e=>e.mirrors,e=>{t&&(t.composer.mirrors.adjustments=e)}),a.notices.listen(e=>this.player.hear(e));let{operator:s}=e;a.frames.listen(({inputs:e,time:t})=>{let{levers:n}=s;n&&this.latency.frame(n.mine(e),t,this.now)}),s.looks.listen(e=>{let t=e.mine(a.frame?.inputs??[]);this.latency.levers(e.values(),t,this.lastHand,this.now)});for(let e of[`keydown`,`keyup`,`pointerdown`,`pointermove`,`pointerup`])window.addEventListener(e,e=>this.noteHand(e),!0);t?.canvas.addEventListener(`webglcontextlost`,()=>e.toasts.show(Y(`pictureLost`),`warning`)),t?.canvas.addEventListener(`webglcontextrestored`,()=>{t.heal(),e.toasts.show(Y(`pictureBack`))}),this.readDisplay(),this.layout&&this.layout.delay>0&&(a.playback.setDelay(this.layout.delay),this.skew=new Xd(this.now))}get entries(){let{drawer:e,player:t,page:n,display:r}=this,{preferences:i}=n,a=()=>window.location.reload(),o=[[Y(`aids`),()=>void this.showAids()],[Y(`sound`),()=>e.show(Y(`sound`),()=>ef(t,i))],[Y(`settings`),()=>e.show(Y(`settings`),()=>qd(i,a))]];if(r){let{mirrors:t}=r.composer;o.splice(2,0,[Y(`mirrors`),()=>e.show(Y(`mirrors`),()=>Kd(t,i))])}return o}async showAids(){let e=await this.aids;this.drawer.show(Y(`aids`),()=>e.panel())}setScene(e){this.player.setScene(e);let t=this.display?.cameras.names.indexOf(this.layout?.camera??``)??-1;t>=0&&this.display?.cameras.choose(t)}paint(e){this.display&&this.player.update(e,af(this.display.cameras.camera))}drawn(){let{now:e}=this,{playback:t}=this.page.seat;this.latency.picture(t.time,e),this.skew?.drawn(t.time,e),e<this.nextNumbers||(this.nextNumbers=e+nf,this.loop.paintLatency(this.latency.toPicture,this.skew?.report()))}get now(){return performance.now()/tf}noteHand(e){e instanceof KeyboardEvent&&e.repeat||(e.type!==`pointermove`||e.buttons!==0)&&(this.lastHand=e.timeStamp/tf)}notePads(){for(let e of navigator.getGamepads?.()??[]){let t=(e?.timestamp??0)/tf;t>this.lastPads&&(this.lastHand=Math.max(this.lastHand,t)),this.lastPads=Math.max(this.lastPads,t)}}readDisplay(){let e=new URLSearchParams(window.location.search),[t,n,r]=[e.get(`preset`),e.get(`display`),e.get(`card`)],{display:i,page:a}=this;if(!(!i||t===null&&n===null&&r===null))try{if(t!==null&&!(t in st))throw Error(Y(`noPreset`,{name:t,known:Object.keys(st).join(`, `)}));let o=t===null?a.preferences.value.display:``,s=lt(o||JSON.stringify(st[t??`one screen`])),c=s.channels.find(e=>e.name===(n??s.channels[0].name));if(!c){let e=s.channels.map(e=>e.name).join(`, `);throw Error(Y(`noChannel`,{name:n??``,known:e}))}this.layout=s,i.composer.setLayout(s,c),i.composer.setCard(Ee.find(e=>e===r));let l=c.surface||c.dome||r!==null;document.body.classList.toggle(`bare`,!!l&&!e.has(`panels`))}catch(e){a.report(e instanceof Error?e.message:String(e))}}};function af(e){let t=(t,n,r)=>new z(t,n,r).applyQuaternion(e.quaternion).toArray();return{position:e.position.toArray(),right:t(1,0,0),ahead:t(0,0,-1),up:t(0,1,0)}}var of=7,sf=6,cf=[0,1,2,3],lf={0:`button A`,1:`button B`,2:`button X`,3:`button Y`,6:`left trigger`,7:`right trigger`,8:`button back`,9:`button start`},uf={first:12,second:13,name:`cross ↑ ↓`},df={first:14,second:15,name:`cross ← →`},ff=[{first:3,second:0,name:`buttons Y A`},{first:2,second:1,name:`buttons X B`}],pf=[{first:4,second:5,name:`shoulder buttons`},{first:10,second:11,name:`press left, right stick`}],mf=[8,9],hf=e=>/\b(right|down|back)\b/i.test(e.positive),gf=e=>e.kind===wt.WHEEL||/\b(left|right)\b/i.test(`${e.positive} ${e.negative}`),_f=e=>e.kind===wt.LEVER||e.kind===wt.WHEEL,vf=e=>$t.find(t=>t===e.stick),yf=e=>e===`left_z`||e===`right_z`;function bf(e){let t=new Map,n=(n,r)=>e.forEach((e,i)=>{let a=t.has(i)||!n(e)?void 0:r(e,i);a&&t.set(i,a)}),r=(e,t)=>(n,r)=>{let i=e.shift();return i===void 0?void 0:{control:r,part:t,button:i}};n(e=>vf(e)!==void 0&&!yf(vf(e)),(e,t)=>({control:t,part:`axis`,axis:vf(e)}));let i=e.some(e=>e.stick===`triggers`)?[]:[of,sf],a=[...cf];n(e=>e.kind===wt.PEDAL,r(i,`button`)),n(e=>e.kind===wt.PEDAL,r(a,`button`)),n(e=>e.kind===wt.BUTTON,r(a,`button`));let o=[uf,...ff.filter(e=>a.includes(e.first)&&a.includes(e.second)),df],s=(e,t,n)=>{if(n)return o.splice(o.indexOf(n),1),{control:e,part:`pair`,pair:n,positiveFirst:!hf(t)}};n(e=>_f(e)&&gf(e),(e,t)=>s(t,e,o.find(e=>e===df))),n(_f,(e,t)=>s(t,e,o[0]));let c=[...mf],l=[...pf],u=e=>e.kind===wt.CHOICE;return n(e=>u(e)&&e.choices.length<=2,r(c,`toggle`)),n(u,(e,t)=>{let n=l.shift();return n&&{control:t,part:`steps`,pair:n}}),[...t.values(),...xf(e)].sort((e,t)=>e.control-t.control)}function xf(e){let t=[],n=(n,r)=>{let i=e.findIndex(e=>e.stick===n),a=i>=0?i:e.findIndex(r);a>=0&&t.push({control:a,part:`axis`,axis:n})};return n(`left_z`,e=>_f(e)&&gf(e)&&e.stick===``),n(`right_z`,e=>e.stick===`triggers`),t}function Sf(e,t){return e.stick===``?/\bleft\b/i.test(e.positive)?-t:t:nn(e,t)}function Cf(e){if(e.part===`axis`){if(e.axis===`triggers`)return`left, right trigger`;let[t,n]=e.axis.split(`_`);return n===`z`?`${t} joystick, twist ↺ ↻`:`${t} stick ${n===`x`?`← →`:`↑ ↓`}`}return e.part===`pair`||e.part===`steps`?e.pair.name:lf[e.button]??`button ${e.button}`}function wf(e,t){let n=Ut(t);if(e.part===`steps`)return`${n}: previous, next`;if(e.part===`toggle`)return`${n}: ${t.choices.join(`, `)}`;if(e.part===`button`)return n;let r=e.part===`axis`&&e.axis.endsWith(`y`),i=e.part===`pair`?e.positiveFirst:Sf(t,r?1:-1)>0,a=[t.positive||`+`,t.negative||`−`];return`${n}: ${(i?a:a.reverse()).join(`, `)}`}function Tf(e){return e.find(e=>e.mapping===`standard`)??(e.length===1&&e[0].axes.length>=4?e[0]:void 0)}function Ef(e){let t=Tf(e),[n,r]=t?[t,t]:e,i=t?2:0,a=(e,t)=>Vt(e?.axes[t]??0),o=e=>t?0:a(e,2),s=e=>t?.buttons[e]?.value??0;return{left_x:a(n,0),left_y:0-a(n,1),left_z:o(n),right_x:a(r,i),right_y:0-a(r,i+1),right_z:o(r),triggers:s(of)-s(sf)}}var Df=({index:e,id:t,mapping:n,axes:r,buttons:i})=>({index:e,id:t,...n===void 0?{}:{mapping:n},axes:r,buttons:i}),Of=class{onPlugged;onUnplugged;read;parts=[];levers;known=new Map;stepping=new Set;centred=new Set;constructor(e,t,n=()=>navigator.getGamepads?.()??[]){this.onPlugged=e,this.onUnplugged=t,this.read=n}attach(e){this.levers=e,this.parts=e?bf(e.controls):[],this.stepping.clear()}poll(){let e=this.read().filter(e=>e!==null&&e.axes.length>=2);if(this.notice(e),!this.levers||e.length===0)return;let t=Ef(this.withoutSliders(e)),n=Tf(e)??e[0],r=new Map;for(let e of this.parts){let i=this.apply(e,t,n),a=r.get(e.control)??0;i!==void 0&&Math.abs(i)>=Math.abs(a)&&r.set(e.control,i)}for(let[e,t]of r)this.levers.setPad(e,t)}withoutSliders(e){return e.map(t=>(Vt(t.axes[2]??0)===0&&this.centred.add(t.index),Tf(e)||this.centred.has(t.index)?t:{...Df(t),axes:t.axes.slice(0,2)}))}notice(e){for(let t of e)this.known.has(t.index)||(this.known.set(t.index,t.id),this.onPlugged(t.id));for(let[t,n]of this.known)e.some(e=>e.index===t)||(this.known.delete(t),this.centred.delete(t),this.rest(),this.onUnplugged(n))}rest(){for(let e of this.parts)this.levers?.setPad(e.control,0)}apply(e,t,n){let r=e=>n.buttons[e]?.value??0;switch(e.part){case`axis`:return Sf(this.levers.controls[e.control],t[e.axis]);case`pair`:{let t=r(e.pair.first)-r(e.pair.second);return e.positiveFirst?t:-t}case`steps`:this.change(e.control,r(e.pair.second)-r(e.pair.first));return;case`toggle`:this.change(e.control,r(e.button));return;case`button`:return r(e.button)}}change(e,t){t===0?this.stepping.delete(e):this.stepping.has(e)||(this.stepping.add(e),this.levers.cycle(e,t>0?1:-1))}},kf=/^(Control|Alt|Meta|OS|Shift)/;function Af(e){return e instanceof HTMLElement&&e.matches(`input, select, textarea`)}var jf=class{pageKeys;onRelease;levers;constructor(e,t){this.pageKeys=e,this.onRelease=t,window.addEventListener(`keydown`,e=>this.down(e)),window.addEventListener(`keyup`,e=>this.up(e)),window.addEventListener(`blur`,()=>this.letGo()),document.addEventListener(`visibilitychange`,()=>{document.hidden&&this.letGo()})}attach(e){this.levers=e}down(e){if(e.ctrlKey||e.altKey||e.metaKey||Af(e.target)||kf.test(e.code)&&!this.levers?.usesKey(e.code))return;if(this.levers?.usesKey(e.code)){e.preventDefault(),e.repeat||this.levers.press(e.code);return}let t=e.key===`?`?`?`:e.code,n=this.pageKeys.find(e=>e.codes.includes(t));n&&!e.repeat&&(e.preventDefault(),n.run(t))}up(e){this.levers?.usesKey(e.code)&&(Af(e.target)||e.preventDefault(),this.levers.release(e.code))}letGo(){this.levers?.letGo(),this.onRelease()}};function Mf(e,t){let{operator:n,toasts:r}=e,i=()=>n.send(),a=new jf(t,i),o=new Of(e=>r.show(Y(`gamepadConnected`,{name:e})),e=>{r.show(Y(`gamepadUnplugged`,{name:e}),`warning`),i()},()=>Pt(e.preferences.value.devices));return n.store.follow(e=>e.levers,e=>{a.attach(e),o.attach(e)}),o}function Nf(e){return{ArrowUp:`↑`,ArrowDown:`↓`,ArrowLeft:`←`,ArrowRight:`→`}[e]??e.replace(/^Key|^Digit/,``).replace(/^Numpad/,`Num `).replace(/([a-z])([A-Z])/g,`$1 $2`)}var Pf=e=>J(`tr`,{},...e.map(e=>J(`td`,{},e))),Ff=(...e)=>J(`span`,{},...e.filter(e=>e!==``).flatMap(e=>[J(`kbd`,{},Nf(e)),` `]));function If(e,t,n){let r=t.map(e=>J(`th`,{scope:`col`},e));return J(`table`,{},J(`caption`,{},e),J(`thead`,{},J(`tr`,{},...r)),J(`tbody`,{},...n))}function Lf(e){let t=Ut(e);if(e.kind===wt.CHOICE){let n=e.choices.map(zt).join(`, `);return[[e.keyPositive,`${t}: ${Y(`nextOf`,{choices:n})}`],[e.keyNegative,`${t}: ${Y(`previousOf`,{choices:n})}`]].filter(([e])=>e!==``)}return[[e.keyPositive,Wt(e,!0,`: `)],[e.keyNegative,Wt(e,!1,`: `)]].filter(([e])=>e!==``)}function Rf(e,t){let n=new Set(e.controls.flatMap(e=>[e.keyPositive,e.keyNegative])),r=e.controls.flatMap(Lf).map(([e,t])=>Pf([Ff(e),t])),i=bf(e.controls),a=i.map(t=>Pf([Cf(t),wf(t,e.controls[t.control])])),o=e.controls.filter((e,t)=>i.every(e=>e.control!==t));o.length>0&&a.push(Pf([Y(`nothingLeft`),o.map(Ut).join(`, `)]));let s=t.filter(e=>e.codes.some(e=>!n.has(e))).map(e=>Pf([Ff(...e.label.split(` `)),e.does])),c=[Pf([Y(`mouseDrag`),Y(`mouseLook`)]),Pf([Y(`mouseWheel`),Y(`mouseNearer`)]),Pf([Y(`mouseRight`),Y(`mouseMove`)]),Pf([Y(`mouseDouble`),Y(`mouseAgain`)]),Pf([Y(`mouseLever`),Y(`mouseLeverDoes`)])],l=[];return!e.replay&&r.length>0&&(l.push(If(e.title,[Y(`key`),Y(`does`)],r)),l.push(If(Y(`gamepad`),[Y(`part`),Y(`moves`)],a))),l.push(If(Y(`thisPage`),[Y(`key`),Y(`does`)],s),If(Y(`mouseAndTouch`),[Y(`action`),Y(`does`)],c)),l}var zf=class{element;button;content=J(`div`,{id:`help-content`});closer=Yt(Y(`close`),()=>this.toggle(!1),{id:`help-close`});constructor(e,t){this.element=e,this.button=t;let n=J(`h2`,{},Y(`keysAndLevers`));e.replaceChildren(J(`header`,{},n,this.closer),this.content),t.onclick=()=>this.toggle()}setScene(e,t){this.content.replaceChildren(...Rf(e,t))}toggle(e=this.element.hidden){this.element.hidden=!e,this.button.setAttribute(`aria-expanded`,String(e)),e&&this.closer.focus()}},Bf=class{element;operator;names=[];constructor(e,t){this.element=e,this.operator=t,t.store.follow(e=>e.machine,()=>this.show())}setScene(e){this.names=Ct(e),this.show()}show(){let{machine:e}=this.operator.store.value;this.element.hidden=this.names.length<2,this.element.replaceChildren(...this.names.map(t=>Yt(t,()=>this.operator.choose(t),{title:`Drive ${t}`,"aria-pressed":String(t===e)})))}},Vf=class{button;element;constructor(e,t,n,r,i){this.button=e,this.element=t;let a=Yt(Y(`groundTool`),()=>{this.toggle(!1),r()},{id:`ground-tool-button`}),o=(e,t)=>J(`a`,{href:Et(t,window.location),target:`_blank`},e),s=i.map(([e,t])=>Yt(e,()=>{this.toggle(!1),t()}));t.replaceChildren(...s,a,o(Y(`panel`),`panel.html`),o(Y(`devices`),`devices.html`),o(Y(`displays`),`displays.html`),o(Y(`allPages`),`pages.html`)),e.onclick=()=>this.toggle(),n.store.follow(e=>e.couldInstruct&&e.scene?.replay===!1,e=>{a.hidden=!e})}toggle(e=this.element.hidden){this.element.hidden=!e,this.button.setAttribute(`aria-expanded`,String(e))}};function Hf(e){return[{codes:[`KeyH`,`?`,`F1`],label:`KeyH ?`,does:Y(`helpThis`),run:()=>e.help.toggle()},{codes:[`KeyC`],label:`KeyC`,does:Y(`helpNextCamera`),run:()=>e.views.next()},{codes:Array.from({length:9},(e,t)=>`Digit${t+1}`),label:`Digit1 … Digit9`,does:Y(`helpCamera`),run:t=>e.views.choose(Number(t.slice(-1))-1)},{codes:[`Digit0`,`Pause`],label:`Digit0 Pause`,does:Y(`helpPause`),run:()=>e.togglePause()},{codes:[`KeyV`],label:`KeyV`,does:Y(`helpHeading`),run:()=>e.toggleHeading()},{codes:[`KeyM`],label:`KeyM`,does:Y(`helpLevers`),run:()=>e.levers.toggle()},{codes:[`KeyN`],label:`KeyN`,does:Y(`helpInstruments`),run:()=>e.instruments.toggle()},{codes:[`Escape`],label:`Escape`,does:Y(`helpClose`),run:()=>e.close()}]}var Uf=80,Wf=3,Gf=4,Kf=class{slowSince;tooSlow(e,t){return t<Uf/1e3||t>Gf?(this.slowSince=void 0,!1):(this.slowSince??=e,e-this.slowSince<Wf?!1:(this.slowSince=void 0,!0))}},qf=.5,Jf=class{page;display;loop;slowness=new Kf;automatic;interval=1/60;nextNumbers=0;constructor(e,t,n,r){this.page=e,this.display=t,this.loop=n,this.automatic=e.address.quality===void 0,new ResizeObserver(()=>{let e=r.getBoundingClientRect();t?.cameras.setFree(e.top,e.bottom)}).observe(r)}setScene(e){try{this.display?.setScene(e)}catch(e){let t=e instanceof Error?e.message:String(e);this.page.report(`The scene cannot be shown: ${t}`)}}paint(e){this.display?.paint(e)}draw(e,t){let{display:n}=this;this.interval+=.05*(Math.min(1,t)-this.interval),n&&(n.draw(e),e>this.nextNumbers&&(this.loop.paintDisplay(1/this.interval,n.triangles),this.nextNumbers=e+qf),this.automatic&&n.qualityName===`high`&&this.slowness.tooSlow(e,t)&&(n.setQuality(`low`),this.page.toasts.show(Y(`drawsSlowly`),`warning`)))}};function Yf(e,t){let{seat:n}=e;window.outrigger={get connected(){return n.connected},get scene(){return n.store.value.scene},get frame(){return n.frame},get cameraName(){return t?.cameras.name??``},get triangles(){return t?.triangles??0},get calls(){return t?.calls??0},get pictures(){return e.pictures},get quality(){return t?.qualityName??``},get pixels(){return t?.pixels??0},get entries(){return{present:n.keyed.size,waiting:n.keyed.waiting}},orbit:(e,n,r)=>t?.cameras.turnBy(e,n,r),groundHeight:(e,n)=>t?.view.groundHeight(e,n)??NaN,errors:e.errors}}function Xf(e){let t=new URLSearchParams(e);return{time:ya.find(e=>e===t.get(`time`))??`day`,rain:t.get(`weather`)===`rain`}}var Zf=class{display;buttons=new Map;rain;choice;constructor(e,t,n){this.display=t,this.choice=Xf(n);for(let e of ya)this.buttons.set(e,Yt(Y(e),()=>this.choose({time:e})));this.rain=Yt(Y(`rain`),()=>this.choose({rain:!this.choice.rain}));let r=J(`div`,{id:`sky-choice`,role:`group`,"aria-label":Y(`timeAndWeather`)});r.append(...this.buttons.values(),this.rain),e.append(r),this.choose({})}choose(e){Object.assign(this.choice,e),this.display?.setConditions({...this.choice});for(let[e,t]of this.buttons)t.setAttribute(`aria-pressed`,String(e===this.choice.time));this.rain.setAttribute(`aria-pressed`,String(this.choice.rain))}},Qf=class{button;hiding;isNeeded;constructor(e,t,n=()=>!0){this.button=e,this.hiding=t,this.isNeeded=n,e.onclick=()=>this.toggle()}setScene(e){this.button.hidden=!this.isNeeded(e)}toggle(){let e=document.body.classList.toggle(this.hiding);this.button.setAttribute(`aria-pressed`,String(!e))}},$f=class{element;cameras;machine=``;own=!1;constructor(e,t){this.element=e,this.cameras=t}setScene(){this.show()}ownOnly(e){this.own=e,e&&!this.places().includes(this.cameras?.index??0)?this.choose(0):this.show()}choose(e){let t=this.places()[e];t!==void 0&&this.cameras?.choose(t),this.show()}next(){let e=this.places();this.choose((e.indexOf(this.cameras?.index??0)+1)%e.length)}follow(e){this.machine=e;let{names:t=[],index:n=0}=this.cameras??{},r=t.findIndex(t=>Ft(t)===e);this.places().includes(n)||this.cameras?.choose(Math.max(0,r)),this.show()}show(){let{names:e=[],index:t=0}=this.cameras??{};this.element.replaceChildren(...this.places().map((n,r)=>Yt(zt(en(e[n])),()=>this.choose(r),{title:r<9?Y(`camera`,{number:r+1}):``,"aria-pressed":String(n===t)})))}places(){let{names:e=[]}=this.cameras??{},t=e.findIndex((e,t)=>t>0&&Ft(e)===this.machine);if(this.own&&e.length>0)return[Math.max(0,t)];let n=e=>[``,this.machine].includes(Ft(e));return e.flatMap((e,t)=>n(e)?[t]:[])}},ep=(function(){let e=typeof document<`u`&&document.createElement(`link`).relList;return e&&e.supports&&e.supports(`modulepreload`)?`modulepreload`:`preload`})(),tp=function(e,t){return new URL(e,t).href},np={},rp=function(e){return e.pathname.endsWith(`.css`)},ip=function(e,t,n){if(t in e)return e[t];let r=n();if(!r){e[t]=void 0;return}let i=r.then(()=>{e[t]=void 0},n=>{throw e[t]=void 0,n});return e[t]=i,i},ap=function(e,t,n){let r=Promise.resolve();if(t&&t.length>0){let e,i=document.querySelector(`meta[property=csp-nonce]`),a=i?.nonce||i?.getAttribute(`nonce`);function o(e){return Promise.all(e.map(e=>Promise.resolve(e).then(e=>({status:`fulfilled`,value:e}),e=>({status:`rejected`,reason:e}))))}function s(e){return import.meta.resolve?new URL(import.meta.resolve(e)):new URL(e,import.meta.url)}r=o(t.map(t=>{t=tp(t,n);let r=s(t),i=rp(r);return ip(np,r.href,()=>{if(e===void 0){e={all:new Set,styles:new Set};let t=document.getElementsByTagName(`link`);for(let n=t.length-1;n>=0;n--){let r=t[n];e.all.add(r.href),r.rel===`stylesheet`&&e.styles.add(r.href)}}if((i?e.styles:e.all).has(r.href))return;let t=document.createElement(`link`);if(t.rel=i?`stylesheet`:ep,i||(t.as=`script`),t.crossOrigin=``,t.href=r.href,a&&t.setAttribute(`nonce`,a),document.head.appendChild(t),i)return new Promise((e,n)=>{let i=a=>{t.removeEventListener(`load`,i),t.removeEventListener(`error`,i),a.type===`error`?n(Error(`Unable to preload CSS for ${r}`)):e(a)};t.addEventListener(`load`,i),t.addEventListener(`error`,i)})})}).filter(e=>e!==void 0))}function i(e){let t=new Event(`vite:preloadError`,{cancelable:!0});if(t.payload=e,window.dispatchEvent(t),!t.defaultPrevented)throw e}return r.then(t=>{for(let e of t||[])e.status===`rejected`&&i(e.reason);return e().catch(i)})},op=new qt(`any`),{seat:sp,operator:cp,toasts:lp}=op;function up(){let e=new yd(new bd(op.address.files),e=>op.report(e));try{let t=va[op.address.quality??`high`];return new fd(Dt(`view`),sp.keyed,e,t)}catch(e){op.report(Y(`noWebGl`,{reason:String(e)}));return}}var dp={};async function fp(){if(!pp)return;let{GroundTool:e}=await ap(async()=>{let{GroundTool:e}=await import(`./ground_tool.js`);return{GroundTool:e}},__vite__mapDeps([0,1,2]),import.meta.url);dp.ground??=new e(Dt(`ground-tool`),pp,sp),dp.ground.toggle(!0)}var pp=up();Yf(op,pp);var mp=window.matchMedia(`(max-width: 760px), (max-height: 500px)`).matches,hp=op.add(new Zt(Dt(`loop`))),gp=op.add(new Xt(Dt(`timeline`),sp));op.add(new Bt(Dt(`run`),sp,()=>gp.toggle())),sp.notices.listen(e=>gp.add(e)),op.add(new Cd(Dt(`task`)));var _p=op.add(new Jt(Dt(`gauges`),Dt(`channels`),!mp));op.add(new Gt(Dt(`tilt`))),op.add(new Ht(Dt(`alarm`)));var vp=op.add(new Jf(op,pp,hp,Dt(`notices`))),yp=op.add(new $f(Dt(`views`),pp?.cameras));op.add(new Bf(Dt(`machines`),cp)),cp.store.follow(e=>e.machine,e=>{_p.choose(e),yp.follow(e)});var bp=new Qf(Dt(`instruments-button`),`no-instruments`),xp=op.add(new Qf(Dt(`levers-button`),`no-levers`,e=>e.controls.length>0)),Sp=ap(async()=>{let{makeAids:e}=await import(`./make_aids.js`);return{makeAids:e}},__vite__mapDeps([3,1]),import.meta.url).then(({makeAids:e})=>e(op,yp)),Cp=op.add(new rf(op,pp,hp,Dt(`drawer`),Sp)),wp=new Vf(Dt(`menu-button`),Dt(`menu`),sp,()=>void fp(),Cp.entries);new Zf(Dt(`menu`),pp,window.location.search);var Tp=new zf(Dt(`help`),Dt(`help-button`)),Ep=Hf({help:Tp,views:yp,levers:xp,instruments:bp,togglePause:()=>sp.togglePause(),toggleHeading:()=>lp.show(pp?.cameras.toggleHeading()??``),close:()=>{Tp.toggle(!1),wp.toggle(!1),dp.ground?.toggle(!1),Cp.drawer.close()}});op.add({setScene:e=>Tp.setScene(e,Ep)});var Dp=Mf(op,Ep);op.run(()=>{Dp.poll(),Cp.notePads()},(e,t)=>{vp.draw(e,t),Cp.drawn()});