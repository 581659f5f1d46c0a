/** Designs whose layers show every blend mode, effect, adjustment, crop, mask and pattern, of the pictures /photo.jpg and /flower.png. */
import { type Adjustment, blendModes, type Effect, type Gradient, type LayerAppearance } from '../../../contract/rules/appearance'
import type { Layer } from '../../../design/model/types'
import { image } from '../../../design/test/make'
import { strokeSvg } from '../../../imaging/outline/svg'

export const photo = image('背景', {
  imageUrl: '/photo.jpg',
  isBackground: true,
  left: -98,
  width: 696,
  height: 1044,
  originalWidth: 300,
  originalHeight: 450,
})

/** Stickers in rows of three over a photo, turned and mirrored differently, each with an appearance. */
export const stickers = (appearances: readonly LayerAppearance[], under: readonly Layer[] = [photo]): readonly Layer[] => [
  ...under,
  ...appearances.map((appearance, at) =>
    image(`贴纸${at}`, {
      imageUrl: '/flower.png',
      originalWidth: 640,
      originalHeight: 640,
      left: 20 + (at % 3) * 160,
      top: 20 + Math.floor(at / 3) * 170,
      width: 140,
      height: at % 2 === 0 ? 140 : 110,
      rotation: at * 17,
      horizontalFlip: at % 4 === 1,
      appearance,
    }),
  ),
]

const gradient: Gradient = {
  form: 'linear',
  angle: 60,
  scale: 1,
  stops: [
    { at: 0, color: '#d01884', opacity: 1 },
    { at: 0.6, color: '#ffd23f', opacity: 1 },
    { at: 1, color: '#123a8c', opacity: 0.4 },
  ],
}
const normal = { opacity: 0.8, blend: 'normal' } as const
const shadow = { ...normal, color: '#123a8c', angle: 120, distance: 8, size: 10, spread: 0.2 } as const
const effects: readonly Effect[] = [
  { kind: 'dropShadow', ...shadow },
  { kind: 'dropShadow', ...shadow, color: '#000000', blend: 'multiply', spread: 0 },
  { kind: 'innerShadow', ...shadow },
  { kind: 'outerGlow', ...normal, paint: { kind: 'solid', color: '#ffffaa' }, size: 14, spread: 0.1 },
  { kind: 'outerGlow', ...normal, paint: { kind: 'gradient', gradient }, size: 14, spread: 0, precise: true },
  { kind: 'innerGlow', ...normal, paint: { kind: 'solid', color: '#ffffff' }, size: 12, spread: 0, from: 'edge' },
  { kind: 'innerGlow', ...normal, paint: { kind: 'solid', color: '#ff0000' }, size: 12, spread: 0.3, from: 'centre' },
  { kind: 'colorOverlay', ...normal, color: '#1a7f37', blend: 'hue' },
  { kind: 'gradientOverlay', ...normal, gradient },
  { kind: 'gradientOverlay', ...normal, gradient: { ...gradient, form: 'radial' }, blend: 'soft light' },
  { kind: 'gradientOverlay', ...normal, gradient: { ...gradient, form: 'angle' } },
  { kind: 'gradientOverlay', ...normal, gradient: { ...gradient, form: 'reflected' } },
  { kind: 'gradientOverlay', ...normal, gradient: { ...gradient, form: 'diamond', offset: { x: 0.2, y: -0.1 } } },
  { kind: 'stroke', ...normal, opacity: 1, paint: { kind: 'solid', color: '#ffffff' }, size: 6, position: 'outside' },
  { kind: 'stroke', ...normal, paint: { kind: 'gradient', gradient }, size: 6, position: 'centre' },
]
/** Those of PSDs that the designer shows without sliders for them. */
const colorAdjustments: readonly Adjustment[] = [
  { kind: 'levels', rgb: { black: 20, white: 220, gamma: 1.3, outBlack: 10, outWhite: 250 } },
  { kind: 'exposure', exposure: 0.7, offset: -0.02, gamma: 1.1 },
  { kind: 'vibrance', vibrance: 60, saturation: -20 },
  { kind: 'colorBalance', shadows: [20, -10, 0], midtones: [-30, 0, 40], highlights: [0, 20, -20], preserveLuminosity: true },
  { kind: 'photoFilter', color: '#ec8a00', density: 0.4, preserveLuminosity: true },
  { kind: 'channelMixer', monochrome: false, red: [0.2, 0.8, 0, 0], green: [0, 1, 0, 0.1], blue: [0.5, 0, 0.5, 0] },
  { kind: 'posterize', levels: 5 },
  { kind: 'threshold', level: 140 },
  { kind: 'selectiveColor', relative: true, colors: { reds: [40, -20, 0, 10], neutrals: [0, 10, -10, 0] } },
]
const outline = strokeSvg([{ d: 'M-20 -20H660V660H-20Z', color: '#d01884', width: 14, opacity: 1, join: 'round' }], {
  width: 640,
  height: 640,
  margin: 40,
})

// Dissolve scatters the px of each size anew.
const modes = blendModes.filter((mode) => mode !== 'dissolve')

/** Each design with what it shows; what differs by scaling alone is grain, which fine repetitions have more of. */
export const appearanceDesigns: readonly (readonly [what: string, layers: readonly Layer[]])[] = [
  ['blend modes', stickers(modes.slice(0, 18).map((blend) => ({ blend, opacity: 0.9 })))],
  [
    'blend modes on transparency',
    stickers(
      modes.slice(8).map((blend) => ({ blend })),
      [{ ...photo, appearance: { opacity: 0.5 } }],
    ),
  ],
  ['effects', stickers(effects.map((effect) => ({ effects: [effect] })))],
  ['effects without their picture', stickers(effects.map((effect) => ({ effects: [effect], fillOpacity: 0 })))],
  [
    'adjustments and blur',
    stickers([
      { adjustments: [{ kind: 'brightnessContrast', brightness: 40, contrast: 30 }] },
      { adjustments: [{ kind: 'hueSaturation', hue: 120, saturation: 20, lightness: -10 }] },
      { adjustments: [{ kind: 'warmth', warmth: 60 }] },
      {
        adjustments: [
          {
            kind: 'curves',
            rgb: [
              [0, 40],
              [128, 100],
              [255, 230],
            ],
          },
        ],
      },
      { adjustments: [{ kind: 'blackWhite', reds: 40, yellows: 60, greens: 40, cyans: 60, blues: 20, magentas: 80 }] },
      { blur: 4 },
      ...colorAdjustments.map((adjustment) => ({ adjustments: [adjustment] })),
      { adjustments: [{ kind: 'invert' }], adjustsBelow: true },
      { adjustments: [{ kind: 'gradientMap', stops: gradient.stops, reverse: false }], adjustsBelow: true, opacity: 0.6 },
    ]),
  ],
  [
    'crops, masks and patterns',
    stickers([
      { crop: { left: 100, top: 80, width: 400, height: 400, angle: 0 } },
      { crop: { left: 160, top: 160, width: 320, height: 250, angle: 12 } },
      { mask: { kind: 'heart' } },
      { mask: { kind: 'rect', radius: 30 }, crop: { left: 0, top: 200, width: 640, height: 300, angle: -5 } },
      { mask: { kind: 'star', points: 5, inner: 0.5 }, effects: [{ kind: 'dropShadow', ...shadow }] },
      { mask: { kind: 'path', d: 'M0 0H10V10H0ZM3 3H7V7H3Z', width: 10, height: 10 } },
      { pattern: { layout: 'grid', tile: 40, gap: 0.2, angle: 0, seed: 1 } },
      { pattern: { layout: 'brick', tile: 40, gap: 0.1, angle: 30, seed: 1 }, opacity: 0.5 },
      { pattern: { layout: 'scatter', tile: 36, gap: 0.4, angle: 0, seed: 7 }, mask: { kind: 'ellipse' } },
    ]),
  ],
  [
    'clipped layers and outlines',
    [
      ...stickers([{ effects: [{ kind: 'dropShadow', ...shadow }] }]),
      {
        ...photo,
        uuid: '剪入',
        isBackground: false,
        left: -40,
        top: -40,
        width: 300,
        height: 450,
        appearance: { clipped: true, blend: 'overlay' },
      },
      image('描边', {
        imageUrl: '/flower.png',
        left: 200,
        top: 300,
        width: 200,
        height: 200,
        rotation: 20,
        strokeSvgData: outline,
        appearance: {
          opacity: 0.6,
          effects: [{ kind: 'outerGlow', ...normal, paint: { kind: 'solid', color: '#00ff00' }, size: 20, spread: 0 }],
        },
      }),
      image('被剪', { imageUrl: '/flower.png', left: 300, top: 400, width: 200, height: 200, appearance: { clipped: true } }),
      image('藏底', { imageUrl: '/flower.png', left: 20, top: 800, width: 200, height: 200, hidden: true }),
      image('随藏', { imageUrl: '/flower.png', left: 20, top: 800, width: 200, height: 200, appearance: { clipped: true } }),
    ],
  ],
]
