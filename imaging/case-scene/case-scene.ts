/** Draws a case as a solid with OGL. It draws when it is told to, and never by itself. */
import { Camera, Geometry, Mesh, Program, Renderer, Texture, Transform } from 'ogl'
import type { Mesh as CaseMesh } from '../case-model/types'
import { materials } from './materials'
import { reliefSide, reliefTile } from './relief'
import { caseFragment, caseVertex, phoneFragment, shadowFragment, shadowVertex } from './shaders'
import type { Turn } from './turn'
import { type CaseSceneInput, NoWebGlError, type Rgb } from './types'

export interface CaseScene {
  /** @param width, height of the picture, CSS px. @param dpr device px a CSS px. */
  resize(width: number, height: number, dpr: number): void
  draw(turn: Turn): void
  /** Name of the graphics processor, or of the program that stands in for one. */
  readonly drawnBy: string
  /** Frees the memory of the graphics processor at once. The canvas cannot be used again. */
  dispose(): void
}

/** Angle of view from top to bottom, degrees: a long lens, as products are photographed. */
const viewAngle = 24
/** Free room around the case, as a factor. */
const room = 1.16
/** Of a steep picture the sharpest copy is used; a higher figure blurs art that is seen from the side. */
const anisotropy = 4

const contextOptions = {
  alpha: true,
  antialias: true,
  premultipliedAlpha: true,
  depth: true,
  powerPreference: 'default',
} as const

const toLight = (color: Rgb) => color.map((value) => value ** 2.2)
const radians = (degrees: number) => (degrees * Math.PI) / 180

/** @throws NoWebGlError */
export function createCaseScene(canvas: HTMLCanvasElement, { model, look, art, phone, body }: CaseSceneInput): CaseScene {
  // Asked here first, because OGL takes a missing context for a fault of the program.
  if (canvas.getContext('webgl2', { ...contextOptions, stencil: false }) === null) throw new NoWebGlError('no WebGL 2')
  const renderer = new Renderer({ ...contextOptions, canvas })
  const { gl } = renderer
  gl.clearColor(0, 0, 0, 0)
  const material = materials[look]

  const picture = (image: HTMLCanvasElement) =>
    new Texture(gl, { image, flipY: false, premultiplyAlpha: true, minFilter: gl.LINEAR_MIPMAP_LINEAR, anisotropy })
  const [artPicture, phonePicture] = [picture(art), picture(phone)]
  const relief = new Texture(gl, {
    image: material.relief > 0 ? reliefTile(material.cells) : new Uint8Array([128, 128, 255, 255]),
    width: material.relief > 0 ? reliefSide : 1,
    height: material.relief > 0 ? reliefSide : 1,
    flipY: false,
    wrapS: gl.REPEAT,
    wrapT: gl.REPEAT,
    minFilter: gl.LINEAR_MIPMAP_LINEAR,
    anisotropy,
  })
  const textures = [artPicture, phonePicture, relief]

  const isClear = material.opacity < 1
  const caseUniforms = {
    art: { value: artPicture },
    relief: { value: relief },
    body: { value: toLight(body) },
    printSurface: { value: [material.print.reflectance, material.print.roughness] },
    bareSurface: { value: [material.bare.reflectance, material.bare.roughness] },
    opacity: { value: material.opacity },
    reliefStrength: { value: material.relief },
    tileMm: { value: material.tile },
  }
  const caseProgram = (cullFace: GLenum) =>
    new Program(gl, { vertex: caseVertex, fragment: caseFragment, uniforms: { ...caseUniforms }, transparent: isClear, cullFace })
  const near = caseProgram(gl.BACK)
  // Through a clear case its far side is seen, too.
  const far = isClear ? caseProgram(gl.FRONT) : null
  const phoneProgram = new Program(gl, {
    vertex: caseVertex,
    fragment: phoneFragment,
    uniforms: { back: { value: phonePicture } },
  })
  const shadowUniforms = { centre: { value: [0, 0, 0] }, halfSize: { value: [1, 1] } }
  const shadowProgram = new Program(gl, {
    vertex: shadowVertex,
    fragment: shadowFragment,
    uniforms: shadowUniforms,
    transparent: true,
    depthTest: false,
    depthWrite: false,
    cullFace: false,
  })
  const programs = [near, phoneProgram, shadowProgram, ...(far ? [far] : [])]

  const [shellGeometry, phoneGeometry] = [geometryOf(renderer, model.shell), geometryOf(renderer, model.phone)]
  const shadowGeometry = new Geometry(gl, {
    position: { size: 2, data: new Float32Array([-1, -1, 1, -1, -1, 1, 1, 1]) },
  })
  const geometries = [shellGeometry, phoneGeometry, shadowGeometry]

  const scene = new Transform()
  const turned = new Transform()
  // About the upright axis of the case first, then about the level one of the viewer.
  turned.rotation.reorder('XYZ')
  turned.setParent(scene)
  const bounds = boundsOf(model.shell)
  const add = (parent: Transform, geometry: Geometry, program: Program, renderOrder: number, mode: GLenum = gl.TRIANGLES) => {
    const mesh = new Mesh(gl, { geometry, program, renderOrder, frustumCulled: false, mode })
    mesh.setParent(parent)
    return mesh
  }
  add(scene, shadowGeometry, shadowProgram, 0, gl.TRIANGLE_STRIP)
  const solids = [
    add(turned, phoneGeometry, phoneProgram, 1),
    ...(far ? [add(turned, shellGeometry, far, 2)] : []),
    add(turned, shellGeometry, near, 3),
  ]
  // The case turns about its own middle.
  for (const solid of solids) solid.position.set(-bounds.x, -bounds.y, model.depth / 2)

  const camera = new Camera(gl, { fov: viewAngle, near: 10, far: 3000 })

  const distanceAt = (zoom: number) => {
    const half = Math.tan(radians(viewAngle / 2))
    const { aspect } = camera
    // Turned in any direction it stays in the picture: its width never takes more than its diagonal in depth.
    const wide = Math.hypot(bounds.width, model.depth)
    const fitting = (Math.max(bounds.height, wide / aspect) / 2 / half) * room + model.depth
    return fitting / zoom
  }

  const infoExtension = gl.getExtension('WEBGL_debug_renderer_info')
  const drawnBy = String(gl.getParameter(infoExtension ? infoExtension.UNMASKED_RENDERER_WEBGL : gl.RENDERER))

  return {
    drawnBy,
    resize(width, height, dpr) {
      renderer.dpr = dpr
      renderer.setSize(width, height)
      camera.perspective({ aspect: width / Math.max(1, height) })
    },
    draw({ yaw, pitch, zoom }) {
      turned.rotation.set(radians(pitch), radians(yaw), 0)
      const distance = distanceAt(zoom)
      camera.position.set(0, 0, distance)
      const [sine, cosine] = [Math.abs(Math.sin(radians(yaw))), Math.abs(Math.cos(radians(yaw)))]
      const [over, upright] = [Math.abs(Math.sin(radians(pitch))), Math.abs(Math.cos(radians(pitch)))]
      const halfWidth = (bounds.width * cosine + model.depth * sine) / 2
      const halfHeight = (bounds.height * upright + (bounds.width * sine + model.depth * cosine) * over) / 2
      const halfDepth = (bounds.width * sine + model.depth * cosine) / 2
      shadowUniforms.centre.value = [0, -halfHeight - 3, -distance]
      shadowUniforms.halfSize.value = [halfWidth * 1.12 + 4, 4 + halfDepth * 0.08]
      renderer.render({ scene, camera })
    },
    dispose() {
      for (const geometry of geometries) geometry.remove()
      for (const program of programs) program.remove()
      for (const { texture } of textures) gl.deleteTexture(texture)
      gl.getExtension('WEBGL_lose_context')?.loseContext()
    },
  }
}

function geometryOf({ gl }: Renderer, { positions, normals, uvs, tones, indices }: CaseMesh): Geometry {
  return new Geometry(gl, {
    position: { size: 3, data: positions },
    normal: { size: 3, data: normals },
    uv: { size: 2, data: uvs },
    tone: { size: 2, data: tones },
    index: { data: indices },
  })
}

function boundsOf({ positions }: CaseMesh) {
  let [left, right, bottom, top] = [Infinity, -Infinity, Infinity, -Infinity]
  for (let at = 0; at < positions.length; at += 3) {
    left = Math.min(left, positions[at] as number)
    right = Math.max(right, positions[at] as number)
    bottom = Math.min(bottom, positions[at + 1] as number)
    top = Math.max(top, positions[at + 1] as number)
  }
  return { x: (left + right) / 2, y: (bottom + top) / 2, width: right - left, height: top - bottom }
}
