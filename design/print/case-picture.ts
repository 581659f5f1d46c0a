/**
 * Draws the picture of a design on its case: the print between the wireframe's pictures, so that what is saved is what will be
 * printed. Holds one design and the pictures of one wireframe in memory at a time.
 */
import { abortError } from '../../contract/ground/thrown'
import { mmPerInch } from '../../contract/rules/lengths'
import type { Look, Pose } from '../../contract/rules/look'
import type { Wireframe } from '../../contract/types'
import { createCaseModelClient } from '../../imaging/case-model/case-model-client'
import type { CaseSceneInput } from '../../imaging/case-scene/types'
import { lookSettings } from '../../imaging/mockup/looks'
import type { DesignDoc, Size } from '../model/types'
import { savedSize } from './case-layout'
import { createCaseLights } from './case-light'
import { caseSolid, maskPxPerMm } from './case-solid'
import { createPrinter } from './printer'
import { pageSurface } from './surface'
import { readWireframe, wireframeMillimetres, wireframePixels } from './wireframe-pictures'

export interface CasePictureRequest {
  readonly doc: DesignDoc
  readonly wireframe: Wireframe
  /** CSS colour of the case where neither design nor wireframe covers it. */
  readonly paper: string
  /** The material's look, with whose light the case is drawn; null: without light. */
  readonly look: Look | null
  /** Puts the lit case into a picture of its own; null: the case alone, from the front. Needs a look. */
  readonly pose: Pose | null
  readonly signal?: AbortSignal
}

/** The request for a case as a solid; its look is always lit. */
export type CaseSolidRequest = Omit<CasePictureRequest, 'look' | 'pose'> & { readonly look: Look }

export interface CasePainter {
  /**
   * Returns a JPEG.
   *
   * @throws MissingPictureError naming the layers whose picture cannot be loaded; an Error in words for the seller when a
   * picture of the wireframe cannot be loaded; an AbortError when the signal aborts.
   */
  make(request: CasePictureRequest): Promise<Blob>
  /**
   * Returns the light that a look gives a case, as a PNG of the size of a grid cell. It is laid over any design.
   *
   * @throws an Error in words for the seller when a picture of the wireframe cannot be loaded.
   */
  light(request: { readonly wireframe: Wireframe; readonly look: Look }): Promise<Blob>
  /**
   * Prepares the case to be turned as a solid.
   *
   * @throws the same, and a CaseModelError in words for the seller when the wireframe shows no single case.
   */
  solid(request: CaseSolidRequest): Promise<CaseSceneInput>
  dispose(): void
}

export const casePictureType = 'image/jpeg'
const quality = 0.92
/** Height of the light for the cells of a grid, px: two for each of a cell's. */
const lightHeight = 600

/** @param resolveUrl returns the address that a stored file address is read from. */
export function createCasePainter(resolveUrl: (url: string) => string): CasePainter {
  const printer = createPrinter()
  const lights = createCaseLights()
  const models = createCaseModelClient()
  const picturesOf = oncePerWireframe((wireframe) => readWireframe(wireframe, resolveUrl))
  const modelOf = oncePerWireframe(async (wireframe) => {
    const millimetres = wireframeMillimetres(wireframe)
    const side = (mm: number) => Math.max(1, Math.round(mm * maskPxPerMm))
    const size = { width: side(millimetres.widthMm), height: side(millimetres.heightMm) }
    return models.model(wireframePixels(await picturesOf(wireframe), size), millimetres)
  })

  return {
    async make({ doc, wireframe, paper, look, pose, signal }) {
      const size = savedSize(wireframe)
      const { under, over } = await picturesOf(wireframe)
      const { picture: design } = await printer.print(doc, { ...formatInPixels(size), resolveUrl, ...(signal && { signal }) })
      const { surface, release } = pageSurface(size)
      try {
        if (signal?.aborted) throw abortError()
        surface.fillStyle = paper
        surface.fillRect(0, 0, size.width, size.height)
        surface.imageSmoothingQuality = 'high'
        for (const picture of under) surface.drawImage(picture, 0, 0, size.width, size.height)
        if (look !== null) fadeBody(surface, size, lookSettings[look].bodyOpacity, pose === null)
        surface.drawImage(design, 0, 0)
        // Its 12 MB are not needed while the picture is encoded.
        design.close()
        const lit = look === null ? null : { wireframe, under, over, size, look }
        if (lit) surface.drawImage((await lights.lightOn(lit)).picture, 0, 0)
        for (const picture of over) surface.drawImage(picture, 0, 0, size.width, size.height)
        if (lit === null || pose === null) return await encode(surface.canvas)
        const drawn = await lights.pose(surface.getImageData(0, 0, size.width, size.height), lit, pose)
        return await encodePixels(drawn)
      } finally {
        design.close()
        release()
      }
    },
    async light({ wireframe, look }) {
      const whole = savedSize(wireframe)
      const height = Math.min(whole.height, lightHeight)
      const size = { width: Math.max(1, Math.round((whole.width * height) / whole.height)), height }
      const { picture } = await lights.lightOn({ wireframe, ...(await picturesOf(wireframe)), size, look })
      const { surface, release } = pageSurface(size)
      try {
        surface.drawImage(picture, 0, 0)
        return await encode(surface.canvas, 'image/png')
      } finally {
        release()
      }
    },
    async solid({ doc, wireframe, paper, look, signal }) {
      const size = savedSize(wireframe)
      const millimetres = wireframeMillimetres(wireframe)
      const [pictures, model, { picture: design }] = await Promise.all([
        picturesOf(wireframe),
        modelOf(wireframe),
        printer.print(doc, { ...formatInPixels(size), resolveUrl, ...(signal && { signal }) }),
      ])
      try {
        if (signal?.aborted) throw abortError()
        return caseSolid({ model, pictures, design, look, paper, size, millimetres })
      } finally {
        design.close()
      }
    },
    dispose() {
      models.dispose()
      printer.dispose()
      lights.dispose()
    },
  }
}

/** Lets the ground show through what was drawn so far. @param isAlone whether the case lies on white and in no picture. */
function fadeBody(surface: CanvasRenderingContext2D, { width, height }: Size, opacity: number, isAlone: boolean): void {
  if (opacity === 1) return
  surface.globalCompositeOperation = 'destination-in'
  surface.fillStyle = `rgb(0 0 0 / ${opacity})`
  surface.fillRect(0, 0, width, height)
  if (isAlone) {
    surface.globalCompositeOperation = 'destination-over'
    surface.fillStyle = '#fff'
    surface.fillRect(0, 0, width, height)
  }
  surface.globalCompositeOperation = 'source-over'
}

/** Keeps what was made of the last wireframe. A caller gets the rejection; the next one makes it again. */
function oncePerWireframe<T>(make: (wireframe: Wireframe) => Promise<T>): (wireframe: Wireframe) => Promise<T> {
  let last: { readonly wireframe: Wireframe; readonly made: Promise<T> } | null = null
  return (wireframe) => {
    if (last?.wireframe === wireframe) return last.made
    const entry = { wireframe, made: make(wireframe) }
    last = entry
    entry.made.catch(() => {
      if (last === entry) last = null
    })
    return entry.made
  }
}

/** A print format of exactly this many pixels: at this resolution one pixel is one millimetre. */
const formatInPixels = ({ width, height }: Size) => ({ widthMm: width, heightMm: height, dpi: mmPerInch })

async function encodePixels(pixels: ImageData): Promise<Blob> {
  const { surface, release } = pageSurface(pixels)
  try {
    surface.putImageData(pixels, 0, 0)
    return await encode(surface.canvas)
  } finally {
    release()
  }
}

function encode(canvas: HTMLCanvasElement, type = casePictureType): Promise<Blob> {
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('预览图生成失败，请关闭一些页面后重试'))), type, quality)
  })
}
