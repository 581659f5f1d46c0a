/** The demo's templates: a background and stickers, on the canvas of the shop's first phone. */
import { backgroundArt, dots, gingham, hills, night, rays, scales, stripes } from './backgrounds'
import { caseSize } from './case-art'
import type { Size } from './compose'
import { demoBrands } from './shop-data'

export interface StickerPlace {
  readonly code: string
  readonly name: string
  /** Centre and side length, canvas px; stickers are square. */
  readonly x: number
  readonly y: number
  readonly size: number
  readonly rotation: number
  readonly flip: boolean
}

export interface DemoDesign {
  readonly name: string
  /** SVG of the background. */
  readonly background: string
  readonly stickers: readonly StickerPlace[]
}

function firstCanvas(): Size {
  const phone = demoBrands[0]?.models[0]
  if (!phone) throw new Error('the demo shop needs a phone for its templates')
  const { width, height } = caseSize(phone)
  return { width, height }
}

/** Canvas of every demo template. */
export const demoCanvas: Size = firstCanvas()

export const stickerNames = {
  '1f431': '猫咪',
  '1f63b': '爱心猫',
  '1f43e': '爪印',
  '1f420': '热带鱼',
  '1f43c': '熊猫',
  '1f38b': '竹枝',
  '1f33f': '青草',
  '1f436': '小狗',
  '1f9b4': '骨头',
  '2601-fe0f': '云朵',
  '1f337': '郁金香',
  '1f430': '兔子',
  '1f353': '草莓',
  '1f496': '爱心',
  '1f370': '蛋糕',
  '1f34b': '柠檬',
  '1f9ca': '冰块',
  '1f34a': '橘子',
  '1f366': '冰淇淋',
  '1f369': '甜甜圈',
  '1f36d': '棒棒糖',
  '1f432': '龙',
  '1f3ee': '灯笼',
  '1f9e7': '红包',
  '1f38f': '锦鲤旗',
  '1f338': '樱花',
  '1f315': '满月',
  '1f96e': '月饼',
  '1f680': '火箭',
  '1fa90': '行星',
  '2b50': '星星',
  '1f6f8': '飞碟',
  '1f319': '月牙',
  '1f98a': '狐狸',
  '1f42f': '老虎',
  '1f427': '企鹅',
  '1f984': '独角兽',
  '1f98b': '蝴蝶',
  '1f352': '樱桃',
  '1f349': '西瓜',
  '1f951': '牛油果',
  '1f382': '生日蛋糕',
  '1f36b': '巧克力',
  '1f9cb': '奶茶',
  '1f389': '礼花',
  '1f381': '礼物',
  '1f339': '玫瑰',
  '1f33b': '向日葵',
  '1f341': '枫叶',
  '1f308': '彩虹',
  '1f60d': '喜欢',
  '1f970': '幸福',
  '1f60e': '酷',
  '1f973': '派对',
  '1f451': '皇冠',
  '1f48e': '宝石',
  '1f380': '蝴蝶结',
  '2728': '闪光',
  '1f525': '火焰',
} as const

export type StickerCode = keyof typeof stickerNames
export const stickerCodes = Object.keys(stickerNames) as readonly StickerCode[]

const put = (code: StickerCode, x: number, y: number, size: number, rotation = 0, flip = false): StickerPlace => ({
  code,
  name: stickerNames[code],
  x,
  y,
  size,
  rotation,
  flip,
})

const design = (
  name: string,
  background: Parameters<typeof backgroundArt>[0],
  stickers: readonly StickerPlace[],
): DemoDesign => ({
  name,
  background: backgroundArt(background, demoCanvas),
  stickers,
})

// The camera of the first phone covers the top left quarter down to about 270 px, so nothing important is placed there.
export const demoCollections: readonly { readonly name: string; readonly designs: readonly DemoDesign[] }[] = [
  {
    name: '可爱萌宠',
    designs: [
      design('喵星人日常', gingham('#fff5f7', '#f7a8bd'), [
        put('1f431', 270, 620, 300, -4),
        put('1f63b', 420, 180, 130, 12),
        put('1f43e', 110, 400, 84, -24),
        put('1f43e', 190, 330, 62, 14),
        put('1f420', 420, 880, 130, -14, true),
        put('1f43e', 130, 900, 92, 22.5),
      ]),
      design('熊猫与竹', dots('#e3f4dc', '#9fd3a7', 'rgba(255,255,255,.55)'), [
        put('1f38b', 430, 380, 230, 8),
        put('1f38b', 90, 500, 170, -12, true),
        put('1f43c', 275, 700, 320),
        put('1f33f', 110, 960, 130, -10),
        put('1f33f', 440, 950, 150, 14, true),
      ]),
      design('汪汪郊游', hills(['#bfe6ff', '#fdf3d7'], ['#a7d98f', '#7fc37a', '#55a567']), [
        put('2601-fe0f', 410, 150, 150),
        put('2601-fe0f', 110, 380, 110, 0, true),
        put('1f436', 260, 690, 270, 3),
        put('1f9b4', 430, 860, 110, 32),
        put('1f337', 100, 930, 120, -8),
        put('1f337', 180, 980, 96, 6),
        put('1f337', 420, 990, 104, 10),
      ]),
      design('草莓兔', rays('#ffe3ec', '#ffc2d6', '#fff3f7'), [
        put('1f430', 270, 660, 300),
        put('1f353', 420, 240, 120, 18),
        put('1f353', 110, 440, 96, -20),
        put('1f496', 430, 430, 84, 10),
        put('1f353', 120, 900, 130, 14),
        put('1f353', 430, 920, 110, -16),
      ]),
    ],
  },
  {
    name: '甜品水果',
    designs: [
      design('草莓蛋糕', dots('#fff0f3', '#ffd0db', 'rgba(255,120,150,.32)'), [
        put('1f370', 275, 640, 330, -5),
        put('1f353', 420, 200, 130, 20),
        put('1f353', 100, 410, 104, -18),
        put('1f353', 440, 900, 116, 12),
        put('1f353', 110, 920, 92, -30),
        put('1f496', 290, 930, 80),
      ]),
      design('柠檬气泡', stripes('#fffbe0', '#d8f3e6', '#ffe873'), [
        put('1f34b', 280, 560, 290, 12),
        put('1f9ca', 120, 790, 150, -16),
        put('1f9ca', 440, 800, 130, 20),
        put('1f34a', 280, 930, 170, 8),
        put('1f34b', 430, 230, 120, -28),
      ]),
      design('冰淇淋派对', hills(['#ffd9ec', '#fff6d8'], ['#ffb7ce', '#ff9fbf', '#c9b6ff']), [
        put('1f366', 270, 600, 330),
        put('1f369', 430, 200, 140, 16),
        put('1f369', 110, 890, 130, -20),
        put('1f36d', 440, 880, 150, 24),
      ]),
    ],
  },
  {
    name: '国潮星空',
    designs: [
      design('龙行大吉', scales('#c8232c', '#8f1018', '#e8b04b'), [
        put('1f432', 270, 620, 320),
        put('1f3ee', 430, 190, 150),
        put('1f3ee', 100, 420, 110),
        put('1f9e7', 420, 900, 130, 14),
        put('1f9e7', 120, 910, 110, -16),
      ]),
      design('好运锦鲤', scales('#4fb0ae', '#12616b', '#bfe5dc'), [
        put('1f38f', 300, 560, 300, -6),
        put('1f338', 430, 230, 130, 18),
        put('1f338', 110, 430, 90, -12),
        put('1f338', 130, 880, 140, 30),
        put('1f338', 430, 930, 100, -24),
      ]),
      design('月圆中秋', night(['#1b2550', '#3b3f86', '#b5739d'], 8), [
        put('1f315', 300, 470, 300),
        put('1f430', 300, 660, 190),
        put('1f96e', 120, 890, 130, -8),
        put('1f96e', 430, 920, 110, 12),
        put('2601-fe0f', 110, 560, 130),
        put('2601-fe0f', 450, 590, 120, 0, true),
      ]),
      design('宇航漫游', night(['#0d1230', '#27205e', '#0f4c75'], 21), [
        put('1f680', 300, 520, 280, 12),
        put('1fa90', 420, 210, 170, -10),
        put('1f6f8', 130, 780, 160, -14),
        put('1f319', 430, 810, 130, 10),
        put('2b50', 110, 430, 80, 18),
        put('2b50', 270, 940, 96, -12),
        put('2b50', 440, 970, 60, 24),
      ]),
    ],
  },
]
