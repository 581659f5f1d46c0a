/** Reads the layers of a PSD as the importer draws them, for tests of the service. */
import type { Layer } from 'ag-psd'
import type { Raster } from '../../pixels/raster'
import type { DrawnLayer, PsdService } from '../psd-service'
import type { GroupMode } from '../types'
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
