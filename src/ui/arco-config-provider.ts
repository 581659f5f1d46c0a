/**
 * Takes the place of Arco's own ConfigProvider in built pages. Arco's brings messages, notifications and colour arithmetic into the first load of
 * every page, because all components import it; nothing here sets a theme, a prefix or a direction, so that context alone is needed.
 */
import { ConfigContext, DefaultConfigProviderProps } from '@arco-design/web-react/es/ConfigProvider/context'
import { createElement, type PropsWithChildren } from 'react'

type Given = PropsWithChildren<Record<string, unknown>>

/** Gives the components below it these settings, with Arco's own for those that are absent. */
export default function ConfigProvider({ children, ...given }: Given) {
  const set = Object.entries(given).filter(([, value]) => value !== undefined)
  const value = { ...DefaultConfigProviderProps, ...Object.fromEntries(set) }
  const prefix = 'prefixCls' in value ? value.prefixCls : 'arco'
  const getPrefixCls = (name: string, custom?: string) => `${custom || prefix}-${name}`
  return createElement(ConfigContext.Provider, { value: { ...value, getPrefixCls } }, children)
}
export const ConfigConsumer = ConfigContext.Consumer
export { ConfigContext }
