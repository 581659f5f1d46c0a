/** The main colours of the selected pictures, or of all pictures of the design where none is selected. */
import { useMemo } from 'react'
import { layersOf } from '../../../../design/model/queries'
import type { Layer } from '../../../../design/model/types'
import { dominantColors } from '../../../../imaging/pixels/dominant-colors'
import { resolveFileUrl } from '../../../api/file-url'
import type { Renderer } from '../../render/renderer'
import { useCell, useDesigner, useSession } from '../context'

const maxColors = 8
/** Side of the copy whose pixels are counted, px, and how many pictures are. */
const sampleSide = 48
const maxPictures = 4

export function usePictureColors(): readonly string[] {
  const { renderer } = useDesigner()
  const canvas = useCell(renderer)
  const addresses = useSession(({ doc, selection }) => {
    const isPicture = (layer: Layer) => layer.type !== 'TEXT' && !layer.hidden
    const chosen = layersOf(doc, selection).filter(isPicture)
    const pictures = chosen.length > 0 ? chosen : doc.layers.filter(isPicture)
    return [...new Set(pictures.map((layer) => layer.imageUrl))].slice(0, maxPictures).join('\n')
  })
  return useMemo(() => (canvas === null || addresses === '' ? [] : colorsOf(addresses.split('\n'), canvas)), [addresses, canvas])
}

function colorsOf(addresses: readonly string[], { pictures }: Renderer): readonly string[] {
  const surface = document.createElement('canvas')
  surface.width = sampleSide * addresses.length
  surface.height = sampleSide
  const context = surface.getContext('2d', { willReadFrequently: true })
  if (!context) return []
  addresses.forEach((address, index) => {
    const picture = pictures.get(resolveFileUrl(address))
    if (picture) context.drawImage(picture, index * sampleSide, 0, sampleSide, sampleSide)
  })
  return dominantColors(context.getImageData(0, 0, surface.width, surface.height).data, maxColors)
}
