/** Text colours: how they are shown, why one is refused, and the presets. Pure. */

import { readHex } from '../../../contract/ground/hex-color'
import type { ColorPreset } from '../../ui/case-colors'

export const defaultColor = '#000000'

/** A colour as it is shown to sellers: #FD7455. */
export const shownHex = (hex: string): string => hex.toUpperCase()

/**
 * The reason why a colour is refused; null when it is accepted.
 *
 * @param others the shop's other colours, #rrggbb in lower case, without the one being changed.
 */
export function colorProblem(text: string | undefined, others: readonly string[]): string | null {
  if (!text?.trim()) return '请输入颜色'
  const hex = readHex(text)
  if (hex === null) return '颜色格式不正确，请填写 # 和 3 位或 6 位色值，例如 #FD7455'
  return others.includes(hex) ? `颜色“${shownHex(hex)}”已存在，请换一个颜色` : null
}

/** Preset colours with good contrast on cases. */
export const textColorPresets: readonly ColorPreset[] = [
  { name: '纯黑', hex: '#000000' },
  { name: '墨灰', hex: '#333333' },
  { name: '中灰', hex: '#888888' },
  { name: '纯白', hex: '#ffffff' },
  { name: '米白', hex: '#f6efe0' },
  { name: '咖啡', hex: '#6b4a35' },
  { name: '正红', hex: '#d7202d' },
  { name: '珊瑚', hex: '#fd7455' },
  { name: '桃粉', hex: '#f48fb1' },
  { name: '橙黄', hex: '#ff9f1a' },
  { name: '金色', hex: '#c9a14a' },
  { name: '柠黄', hex: '#ffe14d' },
  { name: '草绿', hex: '#4caf50' },
  { name: '墨绿', hex: '#1f4d3a' },
  { name: '天蓝', hex: '#4aa8ff' },
  { name: '藏青', hex: '#1b2a5c' },
  { name: '薰紫', hex: '#8e6cc9' },
  { name: '玫红', hex: '#e91e78' },
]
