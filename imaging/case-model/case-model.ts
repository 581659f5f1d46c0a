/** Makes a solid of a case from the mask of its wireframe, with nothing drawn or measured by hand for the model. Pure. */
import type { CaseMask } from '../mockup/regions'
import { caseRings } from './case-rings'
import { createMeshBuilder } from './mesh-builder'
import { caseDepth, caseSizes, openingProfile, type ProfilePoint, phoneProfile, shellProfile } from './profile'
import { smoothRing } from './smooth-ring'
import type { CaseModel, MillimetreRing, Millimetres } from './types'

/** Points of the outline for a case without openings; openings take some of them, so that all have about 10 000 triangles. */
const outlinePoints = 196
const leastOutlinePoints = 150
const savedPerOpening = 9

/**
 * @param mask how much of the design shows in the picture of the whole wireframe, 4 to 6 px a mm.
 * @throws CaseModelError in words for the seller, when the mask shows no single case.
 */
export function caseModel(mask: CaseMask, size: Millimetres): CaseModel {
  const rings = caseRings(mask, size)
  const most = Math.max(leastOutlinePoints, outlinePoints - savedPerOpening * rings.holes.length)
  const outline = smoothRing(fromSheet(rings.outline, size), {
    solid: 'inside',
    sigma: 0.6,
    shadingSigma: 2.5,
    perMm: 0.28,
    perRadian: 16,
    least: most,
    most,
  })
  const holes = rings.holes.map((hole) =>
    smoothRing(fromSheet(hole, size), {
      solid: 'outside',
      sigma: 0.3,
      shadingSigma: 0.5,
      perMm: 0.25,
      perRadian: 7,
      least: 24,
      most: 64,
    }),
  )

  const shell = createMeshBuilder(size)
  const [shellEdge, openingEdge, phoneEdge] = [shellProfile(), openingProfile(), phoneProfile()]
  shell.fill({
    rings: [{ ring: outline, inset: first(shellEdge).inset }, ...holes.map((ring) => ({ ring, inset: caseSizes.opening }))],
    z: 0,
    faces: 'up',
    print: 1,
    open: 1,
  })
  shell.sweep(outline, shellEdge)
  for (const hole of holes) shell.sweep(hole, openingEdge)
  shell.fill({
    rings: [{ ring: outline, inset: last(shellEdge).inset }, ...holes.map((ring) => ({ ring, inset: 0 }))],
    z: -caseSizes.base,
    faces: 'down',
    print: 0,
    open: 0.35,
  })

  const phone = createMeshBuilder(size)
  const [back, screen] = [first(phoneEdge), last(phoneEdge)]
  phone.fill({ rings: [{ ring: outline, inset: back.inset }], z: back.z, faces: 'up', print: 1, open: 1 })
  phone.sweep(outline, phoneEdge)
  phone.fill({ rings: [{ ring: outline, inset: screen.inset }], z: screen.z, faces: 'down', print: 0, open: 1 })

  return { ...rings, shell: shell.mesh(), phone: phone.mesh(), depth: caseDepth }
}

const first = (profile: readonly ProfilePoint[]) => profile[0] as ProfilePoint
const last = (profile: readonly ProfilePoint[]) => profile[profile.length - 1] as ProfilePoint

/** From mm of the picture to mm of the model. */
function fromSheet(ring: MillimetreRing, { widthMm, heightMm }: Millimetres): MillimetreRing {
  const moved = new Float64Array(ring.length)
  for (let at = 0; at < ring.length; at += 2) {
    moved[at] = (ring[at] as number) - widthMm / 2
    moved[at + 1] = heightMm / 2 - (ring[at + 1] as number)
  }
  return moved
}
