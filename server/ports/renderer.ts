/** Draws print files and effect images from designs, without a browser. */
import type { Shape, TextFlow } from '../../contract/rules/appearance'
import type { MarkCorner } from '../../contract/rules/listing-layout'
import type { Look, Pose } from '../../contract/rules/look'
import type { TemplateLayer, Wireframe } from '../../contract/types'
import type { Owner } from './examiner'

interface Size {
  readonly width: number
  readonly height: number
}

export interface RenderInput<L extends TemplateLayer = TemplateLayer> {
  /** Size of the design, px. */
  readonly canvas: Size
  readonly layers: readonly L[]
  readonly print: { readonly widthMm: number; readonly heightMm: number; readonly dpi: number }
  readonly owner: Owner
  /** Reads a layer's picture; called when it is the owner's turn, once for each file. */
  readPicture(layer: L): Promise<Buffer>
}

export interface MockupInput {
  readonly owner: Owner
  /** Encoded pictures, each over the whole case: the print, and the wireframe's pictures under and over it. */
  readonly print: Buffer
  /** How a print of other proportions lies on the case; absent: it is stretched. */
  readonly fit?: 'fill' | 'cover'
  readonly background: Buffer | null
  readonly foreground: Buffer | null
  /** CSS colour of the case where no picture covers it; null or absent: it has none. */
  readonly paper?: string | null
  readonly widthMm: number
  readonly heightMm: number
  readonly look: Look
  readonly pose: Pose
  /** Size of the picture, px. */
  readonly picture: Size
}

/** The case on which a print is shown. */
export type ShownOn = Omit<MockupInput, 'owner' | 'print' | 'fit'>

export interface ShownPrint {
  /** PNG */
  readonly print: Buffer
  /** WebP; null without a case. */
  readonly effect: Buffer | null
}

/** One picture of a listing. */
export interface ListingOutput extends Size {
  readonly pose: Pose
  /** Share of the height that stays free above and below the case. */
  readonly margin: number
  /** Where the mark lies, and its width as a share of the picture's; null: it is left out. */
  readonly mark: { readonly corner: MarkCorner; readonly share: number } | null
  readonly text: { readonly place: 'top' | 'bottom' } | null
}

export interface ListingInput<L extends TemplateLayer = TemplateLayer> {
  readonly owner: Owner
  /** Size of the design, px. */
  readonly canvas: Size
  readonly layers: readonly L[]
  /** Size of the wireframe, px, that the layers are laid out for; null leaves them as they are. */
  readonly fitted: Size | null
  /** Encoded pictures of the wireframe under and over the design. */
  readonly background: Buffer | null
  readonly foreground: Buffer | null
  readonly paper: string | null
  readonly widthMm: number
  readonly heightMm: number
  readonly look: Look
  /** An encoded picture, a colour as #rrggbb, or the neutral studio. */
  readonly backdrop: { readonly bytes: Buffer } | { readonly color: string } | null
  /** The encoded mark and text of the shop. */
  readonly mark: Buffer | null
  readonly text: Buffer | null
  readonly outputs: readonly ListingOutput[]
  /** Reads a layer's picture; called when it is the owner's turn, once for each file. */
  readPicture(layer: L): Promise<Buffer>
}

export interface PictureComparison {
  /** Pixels of both pictures. */
  readonly old: Size
  readonly now: Size
  /** Mean difference of all channels of all pixels, 0 to 255, the old picture scaled to the size of the new one. */
  readonly meanDifference: number
  /** Percentage of the pixels of which a channel differs by 16 or more. */
  readonly differingPercent: number
  /** WebP, at most 600 px; the difference is white where both are equal. */
  readonly oldPicture: Buffer
  readonly newPicture: Buffer
  readonly differencePicture: Buffer
}

/** The font of texts, read when it is the owner's turn. */
export interface TextFont {
  readonly owner: Owner
  readFont(): Promise<Buffer>
}

export interface OutlinedText {
  readonly text: string
  /** #rgb or #rrggbb. */
  readonly color: string
  readonly vertical: boolean
  readonly align: 'start' | 'center' | 'end'
  /** em */
  readonly letterSpacing: number
  readonly lineHeight: number
  readonly flow: TextFlow | null
  readonly weight: number | null
}

/** A drawing of 100 px per em, or the characters that the font lacks. */
export type TextOutline =
  | { readonly svg: string; readonly width: number; readonly height: number }
  | { readonly missing: readonly string[] }

/** A text of a template that is drawn anew. */
export interface TextPlace {
  readonly canvas: Size
  readonly layers: readonly TemplateLayer[]
  /** The text's layer. */
  readonly uuid: string
  /** Size of the new drawing, px. */
  readonly drawn: Size
  /** The case on which it is printed; null without a wireframe. */
  readonly wireframe: Pick<Wireframe, 'width' | 'height' | 'printArea'> | null
}

/** Where a redrawn text lies, canvas px. */
export interface PlacedText extends Size {
  readonly left: number
  readonly top: number
  readonly rotation: number
  /** Its letters' size as a share of the template's; below 1 where a longer text had to become smaller. */
  readonly scale: number
  /** Whether it runs over the printed part of the case. */
  readonly isCut: boolean
}

/** A font that the product brings along, with Chinese and Latin glyphs. */
export interface OwnFont {
  /** Its name in a shop. */
  readonly name: string
  /** TTF */
  readonly bytes: Buffer
}

export interface Renderer {
  /**
   * Draws the visible layers and returns a PNG. Rejects with a Failure that names the layer whose picture cannot be drawn, or
   * when the size is invalid or too large.
   */
  render<L extends TemplateLayer>(input: RenderInput<L>): Promise<Buffer>
  /** Draws the print as `render` does, and shows it on its case, if it has one, as `drawMockup` does, from the px that it has drawn. */
  renderShown<L extends TemplateLayer>(input: RenderInput<L>, on: ShownOn | null): Promise<ShownPrint>
  /** Draws SVG of the product's own at its size in px; returns a PNG that is marked as sRGB and with its resolution. */
  drawOwn(svg: string, dpi: number, owner: Owner): Promise<Buffer>
  /** Draws a print on its case, with light, in a pose; returns WebP. */
  drawMockup(input: MockupInput): Promise<Buffer>
  /** Draws a template on a case in several poses and sizes; returns JPEGs in the order of the outputs. Rejects as `render` does. */
  drawListing<L extends TemplateLayer>(input: ListingInput<L>): Promise<readonly Buffer[]>
  /** Returns the SVG of a shape of this size, px. */
  drawShape(shape: Shape, size: Size): string
  compare(old: Buffer, now: Buffer, owner: Owner): Promise<PictureComparison>
  /** Draws a text as outlines. Rejects with 'unsupported-file' when nothing of it is visible. */
  outlineText(text: TextFont & OutlinedText): Promise<TextOutline>
  /** Draws texts in one font, which is opened once, in their order. Rejects as `outlineText` does. */
  outlineTexts(font: TextFont, texts: readonly OutlinedText[]): Promise<readonly TextOutline[]>
  /** Places a redrawn text within its room, as the buyers' page does. Throws where the layers have no such text. */
  placeText(place: TextPlace): PlacedText
  /** Returns the font with which texts of our own are drawn; null where it is not installed. */
  ownFont(): Promise<OwnFont | null>
}
