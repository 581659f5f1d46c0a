/** Chinese names of blend modes, effects and adjustments, as Photoshop's. */
import type { Adjustment, BlendMode, Effect, Form, Pattern } from '../../../../contract/rules/appearance'

export const blendNames: Readonly<Record<BlendMode, string>> = {
  normal: '正常',
  dissolve: '溶解',
  darken: '变暗',
  multiply: '正片叠底',
  'color burn': '颜色加深',
  'linear burn': '线性加深',
  'darker color': '深色',
  lighten: '变亮',
  screen: '滤色',
  'color dodge': '颜色减淡',
  'linear dodge': '线性减淡（添加）',
  'lighter color': '浅色',
  overlay: '叠加',
  'soft light': '柔光',
  'hard light': '强光',
  'vivid light': '亮光',
  'linear light': '线性光',
  'pin light': '点光',
  'hard mix': '实色混合',
  difference: '差值',
  exclusion: '排除',
  subtract: '减去',
  divide: '划分',
  hue: '色相',
  saturation: '饱和度',
  color: '颜色',
  luminosity: '明度',
}

/** Groups of blend modes as Photoshop lists them. */
export const blendGroups: readonly { readonly name: string; readonly modes: readonly BlendMode[] }[] = [
  { name: '基本', modes: ['normal', 'dissolve'] },
  { name: '变暗', modes: ['darken', 'multiply', 'color burn', 'linear burn', 'darker color'] },
  { name: '变亮', modes: ['lighten', 'screen', 'color dodge', 'linear dodge', 'lighter color'] },
  {
    name: '对比',
    modes: ['overlay', 'soft light', 'hard light', 'vivid light', 'linear light', 'pin light', 'hard mix'],
  },
  { name: '比较', modes: ['difference', 'exclusion', 'subtract', 'divide'] },
  { name: '颜色', modes: ['hue', 'saturation', 'color', 'luminosity'] },
]

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
