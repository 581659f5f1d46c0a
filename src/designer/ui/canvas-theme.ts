import { type CanvasTheme, defaultTheme } from '../render/theme'

/** Reads the canvas's colours from the page's theme, so that they match the panels in dark and light mode. */
export function canvasTheme(element: Element): CanvasTheme {
  const style = getComputedStyle(element)
  /** Arco stores colours as "22, 93, 255". */
  const rgb = (name: string, otherwise: string, alpha = 1) => {
    const value = style.getPropertyValue(name).trim()
    return value === '' ? otherwise : `rgba(${value}, ${alpha})`
  }
  return {
    ...defaultTheme,
    accent: rgb('--primary-6', defaultTheme.accent),
    guide: rgb('--magenta-6', defaultTheme.guide),
    placeholder: rgb('--gray-6', defaultTheme.placeholder, 0.18),
    failed: rgb('--danger-6', defaultTheme.failed, 0.16),
  }
}
