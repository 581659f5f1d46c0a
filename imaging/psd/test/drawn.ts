/** Reads the layers of a PSD as the importer draws them, for tests of the service. */
import type { Layer } from 'ag-psd'
import { drawingOn } from '../../pixels/draw'
import { blank, type Raster } from '../../pixels/raster'
import type { DrawnLayer, PsdService } from '../psd-service'
import type { GroupMode, PsdLayerReport } from '../types'
import { openBlob, psdFile, wanted } from './psd-files'

export async function drawn(
  psd: PsdService,
  groups: GroupMode = 'flatten',
  artboard = psd.summary.artboards[0],
): Promise<DrawnLayer[]> {
  const all: DrawnLayer[] = []
  for (let index = 0; index < (artboard?.layerCount[groups] ?? 0); index++) {
    const { layer } = await psd.layer(artboard?.id ?? '', groups, index, wanted)
    if (layer !== null) all.push(layer)
  }
  return all
}

export const places = (layers: readonly DrawnLayer[]) =>
  layers.map(({ name, raster: { left, top, width, height } }) => [name, left, top, width, height])

/** The px of a picture at a position in the artboard. */
export function at({ left, top, width, data }: Raster, x: number, y: number): number[] {
  const from = ((y - top) * width + x - left) * 4
  return [...data.subarray(from, from + 4)]
}

export const only = async (layers: Layer[], groups: GroupMode = 'flatten') =>
  drawn(await openBlob(psdFile({ children: layers })), groups)

export const board = (
  name: string,
  left: number,
  top: number,
  children: Layer[],
  more: Layer['artboard'] | object = {},
): Layer => ({
  name,
  artboard: { rect: { left, top, right: left + 40, bottom: top + 80 }, backgroundType: 3, ...more },
  children,
})

export const sentences = (psd: PsdService, name: string, groups: GroupMode = 'flatten') => {
  const [artboard] = psd.summary.artboards
  const found = psd.summary.reports[artboard?.id ?? '']?.[groups].find((one) => one.name === name)
  return found === undefined ? null : { fate: found.fate, reasons: found.reasons, looksDifferent: found.looksDifferent }
}

/** Mean difference of two pictures of one size on white, levels of 255. */
export function meanDifference({ data: a }: Pick<Raster, 'data'>, { data: b }: { readonly data: Uint8ClampedArray }): number {
  let sum = 0
  for (let at = 0; at < a.length; at += 4) {
    const [alpha, other] = [(a[at + 3] ?? 0) / 255, (b[at + 3] ?? 0) / 255]
    for (let c = at; c < at + 3; c++) sum += Math.abs((a[c] ?? 0) * alpha - (b[c] ?? 0) * other + 255 * (other - alpha))
  }
  return sum / ((a.length / 4) * 3)
}

/**
 * Draws an artboard as a design shows its imported layers, and compares it with the file's merged picture. `isClean` says
 * whether the report expects no difference.
 */
export async function shownPicture(psd: PsdService, artboardId: string, groups: GroupMode) {
  const artboard = psd.summary.artboards.find(({ id }) => id === artboardId)
  if (artboard === undefined) throw new Error(`no artboard ${artboardId}`)
  const onto = blank({ left: 0, top: 0, right: artboard.width, bottom: artboard.height })
  const drawing = drawingOn(onto, 1)
  const reports: PsdLayerReport[] = [...(psd.summary.reports[artboardId]?.[groups] ?? [])]
  for (let index = 0; index < artboard.layerCount[groups]; index++) {
    const { layer, changes } = await psd.layer(artboardId, groups, index, wanted)
    for (const { index: at, report } of changes) reports[at] = report
    if (layer !== null && !layer.hidden) drawing.add(layer.raster, layer.appearance)
  }
  drawing.finish()
  const stored = await psd.merged(artboardId, wanted)
  return {
    difference: stored === null ? Number.POSITIVE_INFINITY : meanDifference(onto, stored),
    isClean: reports.every(({ looksDifferent }) => !looksDifferent),
    reports,
  }
}
