import { proxy, subscribe } from 'valtio'
import { localValues } from '../../adapters/storage/values'

export type Appearance = 'system' | 'light' | 'dark'
export const appearanceName: Readonly<Record<Appearance, string>> = { system: '跟随系统', light: '浅色', dark: '深色' }

const storageKey = 'kejiang.appearance'
const appearances: readonly Appearance[] = ['system', 'light', 'dark']

function readStored(): Appearance {
  const value = localValues.getItem(storageKey)
  return appearances.find((one) => one === value) ?? 'system'
}

export const theme = proxy<{ appearance: Appearance }>({ appearance: 'system' })

export function nextAppearance(): void {
  const next = appearances[(appearances.indexOf(theme.appearance) + 1) % appearances.length] ?? 'system'
  theme.appearance = next
  localValues.setItem(storageKey, next)
}

/** Applies the light or dark theme to the page and updates it when the choice or the system changes. */
export function applyTheme(): void {
  theme.appearance = readStored()
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
