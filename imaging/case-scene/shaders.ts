/**
 * The shaders of a case: light from a studio that is computed, not photographed, so that it costs no download and no texture.
 * Reflection by Schlick's approximation (An Inexpensive BRDF Model for Physically-based Rendering, 1994); colours are added as light
 * and turned into the screen's (gamma 2.2) at the end.
 */

export const caseVertex = `#version 300 es
in vec3 position;
in vec3 normal;
in vec2 uv;
in vec2 tone;
uniform mat4 modelViewMatrix;
uniform mat4 projectionMatrix;
uniform mat3 normalMatrix;
out vec3 viewPlace;
out vec3 viewNormal;
out vec3 place;
out vec3 ownNormal;
out vec2 onSheet;
out vec2 printAndOpen;
void main() {
  vec4 seen = modelViewMatrix * vec4(position, 1.0);
  viewPlace = seen.xyz;
  viewNormal = normalMatrix * normal;
  place = position;
  ownNormal = normal;
  onSheet = uv;
  printAndOpen = tone;
  gl_Position = projectionMatrix * seen;
}`

/** The studio in the viewer's directions (x right, y up, z to the viewer): a grey room with tubes of light. */
const studio = `#version 300 es
precision highp float;
in vec3 viewPlace;
in vec3 viewNormal;
in vec3 place;
in vec3 ownNormal;
in vec2 onSheet;
in vec2 printAndOpen;
out vec4 pixel;

const vec3 key = normalize(vec3(-0.62, 0.58, 0.53));

/** Light of an upright tube that leans a little; its edges are as soft as the surface is rough. */
float tube(float across, float height, float azimuth, float halfWidth, float softness) {
  float far = abs(across - azimuth);
  float lit = 1.0 - smoothstep(halfWidth - min(softness, halfWidth), halfWidth + softness, far);
  float ends = smoothstep(-0.75 - softness, -0.15, height) * (1.0 - smoothstep(0.75, 1.2 + softness, height));
  return lit * ends * (halfWidth / (halfWidth + 0.6 * softness));
}

/** Light from a direction. Narrow tubes stand where a flat back that is turned a little mirrors them: one sees that it is smooth. */
vec3 reflected(vec3 direction, float roughness) {
  float softness = 0.012 + 0.8 * roughness;
  float height = asin(clamp(direction.y, -1.0, 1.0));
  float across = atan(direction.x, direction.z) + 0.42 * height;
  float room = mix(0.14, 0.5, smoothstep(-0.5 - roughness, 0.6 + roughness, direction.y));
  float light = room
    + 4.2 * tube(across, height, -0.8, 0.05, softness)
    + 2.6 * tube(across, height, -0.67, 0.018, softness)
    + 1.5 * tube(across, height, -1.3, 0.2, softness)
    + 3.4 * tube(across, height, 0.5, 0.045, softness)
    + 2.0 * tube(across, height, 0.62, 0.014, softness)
    + 1.7 * tube(across, height, 1.2, 0.24, softness)
    + 1.4 * tube(across, height, -2.1, 0.22, softness)
    + 1.4 * tube(across, height, 2.0, 0.22, softness)
    + 1.5 * smoothstep(0.55 - softness, 0.75 + softness, direction.y) * (1.0 - 0.4 * roughness);
  return vec3(0.985, 0.995, 1.01) * light;
}

/** Light that a scattering surface gets; a surface that faces the viewer gets about 0.95. */
float scattered(vec3 normal) {
  return 0.6 + 0.1 * normal.y + 0.3 * max(dot(normal, key), 0.0) + 0.2 * max(normal.z, 0.0);
}

vec3 toLight(vec3 color) { return pow(color, vec3(2.2)); }

/** White stays white where a highlight is brighter than the screen. */
vec3 toScreen(vec3 light) {
  vec3 over = max(light - 0.8, 0.0);
  vec3 shown = min(light, 0.8) + 0.2 * (1.0 - exp(-over / 0.2));
  return pow(shown, vec3(1.0 / 2.2));
}

float fresnel(float reflectance, float roughness, float facing) {
  return reflectance + max(1.0 - roughness - reflectance, 0.0) * pow(1.0 - facing, 5.0);
}
`

export const caseFragment = `${studio}
uniform sampler2D art;
uniform sampler2D relief;
uniform vec3 body;
uniform vec2 printSurface;
uniform vec2 bareSurface;
uniform float opacity;
uniform float reliefStrength;
uniform float tileMm;
uniform mat3 normalMatrix;

/** The slope of the surface from the three sides that a tile is laid on, in mm of the case. */
vec4 slope(vec3 normal) {
  vec3 share = pow(abs(normal), vec3(4.0));
  share /= share.x + share.y + share.z;
  vec3 x = texture(relief, place.yz / tileMm).xyz - vec3(0.5, 0.5, 0.0);
  vec3 y = texture(relief, place.xz / tileMm).xyz - vec3(0.5, 0.5, 0.0);
  vec3 z = texture(relief, place.xy / tileMm).xyz - vec3(0.5, 0.5, 0.0);
  return vec4(vec3(0.0, x.xy) * share.x + vec3(y.x, 0.0, y.y) * share.y + vec3(z.xy, 0.0) * share.z,
    x.z * share.x + y.z * share.y + z.z * share.z);
}

void main() {
  vec3 own = normalize(ownNormal);
  float hollow = 1.0;
  if (reliefStrength > 0.0) {
    vec4 found = slope(own);
    vec3 tilt = found.xyz * reliefStrength * 2.0;
    own = normalize(own - (tilt - own * dot(tilt, own)));
    hollow = mix(1.0, 0.72 + 0.28 * found.w, min(reliefStrength, 1.0));
  }
  vec3 normal = normalize(normalMatrix * own);
  vec3 toViewer = normalize(-viewPlace);
  if (!gl_FrontFacing) normal = -normal;
  float facing = clamp(dot(normal, toViewer), 0.0, 1.0);

  vec4 sheet = texture(art, onSheet);
  float printed = sheet.a * smoothstep(0.35, 0.65, printAndOpen.x);
  vec3 color = mix(body, toLight(sheet.rgb / max(sheet.a, 0.004)), printed);
  float onBack = smoothstep(0.35, 0.65, printAndOpen.x);
  vec2 surface = mix(bareSurface, printSurface, onBack);
  float mirrored = fresnel(surface.x, surface.y, facing);
  vec3 shine = reflected(reflect(-toViewer, normal), surface.y);
  float metal = smoothstep(0.3, 0.6, surface.x);
  float open = printAndOpen.y * hollow;
  shine *= mix(vec3(1.0), mix(vec3(1.0), color, 0.6), metal) * mirrored * open;
  vec3 scatter = color * scattered(normal) * open * (1.0 - metal * 0.9) * (1.0 - mirrored);

  // A clear wall is seen better along its length.
  float seenAlong = pow(1.0 - facing, 2.0);
  float cover = mix(mix(opacity, 1.0, 0.5 * seenAlong), 1.0, printed);
  // Reflections lie on top of everything that is seen through the surface.
  vec3 onTop = toScreen(scatter + shine) - toScreen(scatter);
  pixel = vec4(toScreen(scatter) * cover + onTop, clamp(cover + mirrored, 0.0, 1.0));
}`

export const phoneFragment = `${studio}
uniform sampler2D back;

void main() {
  vec3 normal = normalize(viewNormal);
  vec3 toViewer = normalize(-viewPlace);
  float facing = clamp(dot(normal, toViewer), 0.0, 1.0);
  float isBack = step(0.5, printAndOpen.x);
  float isScreen = step(ownNormal.z, -0.5);
  vec3 frame = vec3(0.32, 0.33, 0.35);
  vec3 color = mix(mix(frame, vec3(0.004, 0.004, 0.006), isScreen), toLight(texture(back, onSheet).rgb), isBack);
  float reflectance = mix(mix(0.3, 0.045, isScreen), 0.03, isBack);
  float roughness = mix(mix(0.3, 0.03, isScreen), 0.16, isBack);
  float mirrored = fresnel(reflectance, roughness, facing) * mix(1.0, 0.6, isBack);
  vec3 light = color * scattered(normal) * mix(1.0, 0.85, isBack) + reflected(reflect(-toViewer, normal), roughness) * mirrored;
  pixel = vec4(toScreen(light * mix(printAndOpen.y, 1.0, isBack)), 1.0);
}`

/** A soft shadow under the case, always seen from the front. */
export const shadowVertex = `#version 300 es
in vec2 position;
uniform mat4 projectionMatrix;
uniform vec3 centre;
uniform vec2 halfSize;
out vec2 at;
void main() {
  at = position;
  gl_Position = projectionMatrix * vec4(centre + vec3(position * halfSize, 0.0), 1.0);
}`

export const shadowFragment = `#version 300 es
precision highp float;
in vec2 at;
out vec4 pixel;
void main() {
  float far = length(at);
  pixel = vec4(0.0, 0.0, 0.0, 0.34 * pow(max(1.0 - far, 0.0), 1.6));
}`
