/** Chinese names of blend modes, effects and adjustments, as Photoshop's. */
import type { Adjustment, BlendMode, Effect, Form, Pattern } from '../../../../contract/rules/appearance'

/** Blend modes with their group and name, as Photoshop lists them. */
export const blendNames: Readonly<Record<BlendMode, readonly [group: string, name: string]>> = {
  normal: ['基本', '正常'],
  dissolve: ['基本', '溶解'],
  darken: ['变暗', '变暗'],
  multiply: ['变暗', '正片叠底'],
  'color burn': ['变暗', '颜色加深'],
  'linear burn': ['变暗', '线性加深'],
  'darker color': ['变暗', '深色'],
  lighten: ['变亮', '变亮'],
  screen: ['变亮', '滤色'],
  'color dodge': ['变亮', '颜色减淡'],
  'linear dodge': ['变亮', '线性减淡（添加）'],
  'lighter color': ['变亮', '浅色'],
  overlay: ['对比', '叠加'],
  'soft light': ['对比', '柔光'],
  'hard light': ['对比', '强光'],
  'vivid light': ['对比', '亮光'],
  'linear light': ['对比', '线性光'],
  'pin light': ['对比', '点光'],
  'hard mix': ['对比', '实色混合'],
  difference: ['比较', '差值'],
  exclusion: ['比较', '排除'],
  subtract: ['比较', '减去'],
  divide: ['比较', '划分'],
  hue: ['颜色', '色相'],
  saturation: ['颜色', '饱和度'],
  color: ['颜色', '颜色'],
  luminosity: ['颜色', '明度'],
}

export const effectNames: Readonly<Record<Effect['kind'], string>> = {
  dropShadow: '投影',
  innerShadow: '内阴影',
  outerGlow: '外发光',
  innerGlow: '内发光',
  colorOverlay: '颜色叠加',
  gradientOverlay: '渐变叠加',
  stroke: '边框',
}

export const adjustmentNames: Readonly<Record<Adjustment['kind'], string>> = {
  brightnessContrast: '亮度/对比度',
  levels: '色阶',
  curves: '曲线',
  exposure: '曝光度',
  vibrance: '自然饱和度',
  hueSaturation: '色相/饱和度',
  colorBalance: '色彩平衡',
  blackWhite: '黑白',
  photoFilter: '照片滤镜',
  channelMixer: '通道混合器',
  invert: '反相',
  posterize: '色调分离',
  threshold: '阈值',
  gradientMap: '双色调',
  selectiveColor: '可选颜色',
  warmth: '色温',
}

export const formNames: Readonly<Record<Form['kind'], string>> = {
  rect: '圆角矩形',
  ellipse: '圆形',
  polygon: '多边形',
  star: '星形',
  heart: '心形',
  bubble: '气泡',
  line: '直线',
  arrow: '箭头',
  path: '自定义路径',
}

export const patternNames: Readonly<Record<Pattern['layout'], string>> = { grid: '网格', brick: '错行', scatter: '散落' }
