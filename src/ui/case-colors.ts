/** The fifteen background colours that are offered. Pure. */

export interface ColorPreset {
  readonly name: string
  /** For example #1c1c1e. */
  readonly hex: string
}

/** Usual colours of phone cases. */
export const colorPresets: readonly ColorPreset[] = [
  { name: '曜石黑', hex: '#1c1c1e' },
  { name: '深空灰', hex: '#535150' },
  { name: '雾霾灰', hex: '#9aa0a6' },
  { name: '雪域白', hex: '#fafafa' },
  { name: '象牙白', hex: '#f4efe4' },
  { name: '奶茶棕', hex: '#c8a88a' },
  { name: '中国红', hex: '#c8232c' },
  { name: '玫瑰金', hex: '#e2b4a6' },
  { name: '樱花粉', hex: '#f7cfd8' },
  { name: '蜜桔橙', hex: '#f28c3a' },
  { name: '柠檬黄', hex: '#f7e17a' },
  { name: '薄荷绿', hex: '#b9dfcb' },
  { name: '暗夜绿', hex: '#36534a' },
  { name: '远峰蓝', hex: '#9bb9d3' },
  { name: '香芋紫', hex: '#bba6d6' },
]

export const isPresetName = (name: string): boolean => colorPresets.some((preset) => preset.name === name)
