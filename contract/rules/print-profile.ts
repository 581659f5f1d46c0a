/**
 * Print profiles: how a print file is written for one printer and its RIP. Channel names, their order and the fields of a TIFF that a RIP reads
 * are facts of machines, which their makers document badly or not; each preset names its source.
 */

import type { DownloadRulePart } from './name-parts'

/** `tiff`: plates as channels of a TIFF; `pdf`: plates as Separations; `png`: the picture alone. */
export const printContainers = ['tiff', 'pdf', 'png'] as const
export type PrintContainer = (typeof printContainers)[number]

export const printColors = ['rgb', 'cmyk'] as const
export type PrintColors = (typeof printColors)[number]

export const plateRoles = ['white', 'varnish', 'transparency'] as const
export type PlateRole = (typeof plateRoles)[number]

/**
 * `alpha`: where the picture is opaque enough; `solid`: everywhere; `picture`: as opaque as the picture is, in all its steps; `none`: nowhere, for
 * RIPs that expect the channel all the same.
 */
export const plateSources = ['alpha', 'solid', 'picture', 'none'] as const
export type PlateSource = (typeof plateSources)[number]

/** The kinds of extra samples in TIFF 6.0 (tag 338): unspecified, alpha multiplied into the colours, alpha apart from them. */
export const extraSampleKinds = [0, 1, 2] as const
export type ExtraSampleKind = (typeof extraSampleKinds)[number]

/** A channel beside the colours: white ink, varnish, or the transparency that some RIPs expect. */
export interface Plate {
  /** As the RIP compares it, letter by letter. */
  readonly name: string
  readonly role: PlateRole
  readonly source: PlateSource
  /** Whether 0 prints and 255 does not; without it 255 prints. */
  readonly inverted: boolean
  /** Opaque from this alpha on, 1 to 255, for the source `alpha`. */
  readonly threshold: number
  /** How far the plate ends inside the edge of the picture, mm. */
  readonly chokeMm: number
  /** TIFF only. */
  readonly extraSample: ExtraSampleKind
}

/**
 * `straight`: colours are what they are under soft edges; `onWhite`: as on white paper, which the plates cut out; `premultiplied`: multiplied by
 * the transparency, as extra samples of kind 1 say.
 */
export const softEdges = ['straight', 'onWhite', 'premultiplied'] as const
export type SoftEdges = (typeof softEdges)[number]

/** Files of the cut line beside each print, for cutters that do not read it from a PDF. */
export const cutFiles = ['none', 'svg', 'dxf'] as const
export type CutFileKind = (typeof cutFiles)[number]

export const tiffCompressions = ['lzw', 'deflate', 'none'] as const
export type TiffCompression = (typeof tiffCompressions)[number]

/** `art`: around what is opaque in the picture; `case`: around the case and its openings for cameras, as its wireframe shows them. */
export const cutOutlines = ['art', 'case'] as const
export type CutOutline = (typeof cutOutlines)[number]

/** A line along which the print is cut. */
export interface CutLine {
  /** Absent in profiles that were stored before it existed: `art`. */
  readonly of?: CutOutline | undefined
  /** The spot colour by which the cutter knows it; Roland's VersaWorks takes "CutContour". */
  readonly name: string
  /** How far outside the edge it runs, mm. */
  readonly offsetMm: number
}

export interface PageSize {
  readonly widthMm: number
  readonly heightMm: number
}

export interface PrintProfile {
  readonly container: PrintContainer
  readonly colors: PrintColors
  readonly softEdges: SoftEdges
  /** In the order of the file; RIPs that know no names take the first one for white. */
  readonly plates: readonly Plate[]
  /** Dots per inch. */
  readonly dpi: number
  /** TIFF only. */
  readonly compression: TiffCompression
  /** Most ink of a pixel over all four colours, per cent; CMYK only. */
  readonly inkLimit: number
  /** Mirrored, for clear cases that are printed from behind. */
  readonly mirrored: boolean
  /** How far the colours at the border are continued beyond it, mm. */
  readonly bleedMm: number
  /** In a PDF, and in the file beside each print; null draws none. */
  readonly cutLine: CutLine | null
  readonly cutFile: CutFileKind
  /** A page of exactly this size, mm, with the print in its middle; null: the page is as large as the print with its bleed. */
  readonly page: PageSize | null
  /** The parts of the names of its files, in their order; null: by the rule of all downloads. */
  readonly fileName: readonly DownloadRulePart[] | null
}

/** Ranges of a profile's figures; guesses beyond what machines are known to use. */
export const printProfileLimits = {
  /** Printers of cases use 254 to 1440; files of more than 1200 are too large for a case's detail. */
  dpi: { min: 72, max: 1200 },
  /** Cases are choked by 0.2 mm, at most 0.5 (eufyMake's help for UV printers); stickers by up to 1. */
  chokeMm: { min: 0, max: 2 },
  threshold: { min: 1, max: 255 },
  inkLimit: { min: 150, max: 400 },
  bleedMm: { min: 0, max: 10 },
  offsetMm: { min: 0, max: 10 },
  /** Beds of UV printers reach 2.5 × 1.3 m; files of that size at 300 dpi are too large for a browser, so a page ends at A2. */
  pageMm: { min: 10, max: 600 },
  /** RIPs read one white and one varnish or transparency; two are spare. */
  plates: 4,
  /** A Photoshop channel name is a Pascal string of at most 255 bytes; no RIP's name is longer than this. */
  plateName: 40,
} as const

const plate = (name: string, role: PlateRole, change: Partial<Plate> = {}): Plate => ({
  name,
  role,
  source: 'alpha',
  inverted: false,
  threshold: 128,
  chokeMm: role === 'white' ? 0.2 : 0,
  extraSample: 0,
  ...change,
})

/** Settings that presets and learned profiles begin from. */
export const usualProfile = {
  container: 'tiff',
  colors: 'cmyk',
  softEdges: 'onWhite',
  dpi: 300,
  compression: 'lzw',
  inkLimit: 300,
  mirrored: false,
  bleedMm: 0,
  cutLine: null,
  cutFile: 'none',
  page: null,
  fileName: null,
} as const satisfies Partial<PrintProfile>

export const printPresetKeys = ['rgb', 'maintop', 'onyx', 'roland', 'caldera', 'chitu'] as const
export type PrintPresetKey = (typeof printPresetKeys)[number]

export interface PrintPreset {
  /** Shown to the seller. */
  readonly name: string
  /** Names the settings in the RIP that it needs, or its limits. */
  readonly hint: string
  readonly profile: PrintProfile
}

export const printPresets: Readonly<Record<PrintPresetKey, PrintPreset>> = {
  rgb: {
    name: '只有颜色（RGB）',
    hint: '不带白墨通道，白墨由打印软件自己生成。',
    profile: {
      ...usualProfile,
      colors: 'rgb',
      softEdges: 'straight',
      plates: [plate('Alpha', 'transparency', { source: 'picture', extraSample: 2 })],
    },
  },
  // Field trials of one shop with Maintop V7.0 and a Haibangda H-2003E: of several layouts this one printed right. The names are in GBK, and the
  // RIP takes the first extra channel, 255 = ink.
  maintop: {
    name: '蒙泰 W1（6 通道）',
    hint: '蒙泰里请设：白墨输出模式 = 专色，通道数 1。只在一台机器上试印成功过，请先打测试页。',
    profile: {
      ...usualProfile,
      plates: [plate('W1', 'white', { extraSample: 1 }), plate('透明度', 'transparency', { source: 'picture', extraSample: 0 })],
    },
  },
  // Canon's guides for the Arizona printers (ONYX Thrive): the spot channel is called "Spot 1", the next one "Spot 2".
  onyx: {
    name: 'ONYX Spot 1',
    hint: '白墨通道名为 Spot 1；名字不同 ONYX 不会当作白墨。',
    profile: { ...usualProfile, plates: [plate('Spot 1', 'white')] },
  },
  // Roland's manuals of VersaWorks 6 and 7: special colours are spot colours of a PDF, in exactly these letters.
  roland: {
    name: 'Roland RDG_WHITE / RDG_GLOSS（PDF）',
    hint: 'VersaWorks 只从 PDF 里的专色读取白墨和光油，大小写必须完全一致。',
    profile: {
      ...usualProfile,
      container: 'pdf',
      plates: [plate('RDG_WHITE', 'white'), plate('RDG_GLOSS', 'varnish', { chokeMm: 0 })],
    },
  },
  // Caldera's help centre: spot colours of a PDF are recognised by themselves, extra channels of a TIFF have to be assigned by hand.
  caldera: {
    name: 'Caldera（PDF）',
    hint: 'PDF 里的专色会自动识别；第一次请在 Caldera 里把 White 指定为白墨。',
    profile: { ...usualProfile, container: 'pdf', plates: [plate('White', 'white')] },
  },
  // The interface of Chitu's case printers takes a TIFF at 254 dpi and makes the white itself.
  chitu: {
    name: '驰图手机壳打印机（254 dpi）',
    hint: '按 254 dpi 输出，白墨由机器生成。',
    profile: {
      ...usualProfile,
      colors: 'rgb',
      softEdges: 'straight',
      dpi: 254,
      plates: [plate('Alpha', 'transparency', { source: 'picture', extraSample: 2 })],
    },
  },
}

/**
 * How white ink is printed on cases of a material. `profile`: as the print profile says; `under`: under all art, soft edges too, for dark cases;
 * `between`: colours, white and colours again (彩白彩), for clear cases; `none`: not at all, for white cases.
 */
export const whiteInks = ['profile', 'under', 'between', 'none'] as const
export type WhiteInk = (typeof whiteInks)[number]

/**
 * Returns the profile by which a print on cases of a material is written. `between` changes nothing: RIPs print the colours twice by a setting of
 * their own, of the same file (蒙泰's 彩白彩; that others do alike is a guess).
 */
export function profileFor(profile: PrintProfile, rule: WhiteInk): PrintProfile {
  if (rule === 'profile' || rule === 'between') return profile
  const change: Partial<Plate> = rule === 'none' ? { source: 'none' } : { source: 'alpha', threshold: 1 }
  return { ...profile, plates: profile.plates.map((plate) => (plate.role === 'white' ? { ...plate, ...change } : plate)) }
}

/** Whether the files of a profile need the pictures of each case's wireframe. */
export const needsWireframe = ({ cutLine }: Pick<PrintProfile, 'cutLine'>): boolean => cutLine?.of === 'case'

/** Refusal of a print whose case has no wireframe with pictures. */
export const noWireframeText = '没有线框图的图片，画不了线框轮廓的刀线；请上传线框图，或在打印配置里改用图案轮廓'

/** Returns a note for the seller on a print by such a rule; null when its file says all. */
export function whiteInkNote(profile: PrintProfile, rule: WhiteInk): string | null {
  if (!profile.plates.some(({ role }) => role === 'white')) return null
  if (rule === 'none') return '这种材质不垫白，白墨通道是空的'
  if (rule === 'under') return '这种材质整片垫白'
  return rule === 'between' ? '彩白彩：请在打印软件里选“彩白彩”输出' : null
}

/** Returns what is wrong with a profile as a whole, in words for the seller; null when nothing is. */
export function printProfileProblem({
  container,
  colors,
  plates,
  cutLine,
  cutFile,
}: Pick<PrintProfile, 'container' | 'colors' | 'plates' | 'cutLine' | 'cutFile'>): string | null {
  if (cutLine === null && cutFile !== 'none') return '要另存刀线文件，请先勾选“带刀线”'
  if (cutLine !== null && container !== 'pdf' && cutFile === 'none') return 'TIFF 和 PNG 里放不下刀线，请另存为 SVG 或 DXF'
  const names = [...plates.map(({ name }) => name), ...(cutLine === null ? [] : [cutLine.name])]
  const twice = names.find((name, index) => names.indexOf(name) !== index)
  if (twice !== undefined) return `有两个通道都叫“${twice}”，打印软件分不清它们`
  if (container === 'png' && plates.some(({ role }) => role !== 'transparency'))
    return 'PNG 里放不下白墨或光油通道，请改用 TIFF 或 PDF'
  if (container === 'png' && colors === 'cmyk') return 'PNG 只能是 RGB，CMYK 请改用 TIFF 或 PDF'
  const process = ['Cyan', 'Magenta', 'Yellow', 'Black', 'All', 'None']
  const taken = container === 'pdf' ? names.find((name) => process.includes(name)) : undefined
  // PDF 32000-1, 8.6.6.4: these names of a Separation stand for the process colours, all plates and none.
  return taken === undefined ? null : `PDF 里“${taken}”这个名字另有含义，请换一个通道名`
}
