import { proxy, subscribe } from 'valtio'
import { localValues } from '../../adapters/storage/values'

export type Appearance = 'system' | 'light' | 'dark'
export const appearanceName: Readonly<Record<Appearance, string>> = { system: '跟随系统', light: '浅色', dark: '深色' }

const key = 'kejiang.appearance'
const order: readonly Appearance[] = ['system', 'light', 'dark']

function stored(): Appearance {
  const value = localValues.getItem(key)
  return order.find((one) => one === value) ?? 'system'
}

export const theme = proxy<{ appearance: Appearance }>({ appearance: 'system' })

export function nextAppearance(): void {
  const next = order[(order.indexOf(theme.appearance) + 1) % order.length] ?? 'system'
  theme.appearance = next
  localValues.setItem(key, next)
}

/** Applies the light or dark theme to the page and updates it when the choice or the system changes. */
export function applyTheme(): void {
  theme.appearance = stored()
  const systemDark = matchMedia('(prefers-color-scheme: dark)')
  const apply = () => {
    const dark = theme.appearance === 'dark' || (theme.appearance === 'system' && systemDark.matches)
    if (dark) document.body.setAttribute('arco-theme', 'dark')
    else document.body.removeAttribute('arco-theme')
    document.documentElement.style.colorScheme = dark ? 'dark' : 'light'
  }
  apply()
  subscribe(theme, apply)
  systemDark.addEventListener('change', apply)
}
