import type { ComponentType, ReactNode } from 'react'
import { lazyScreen, type ScreenModule } from './lazy-screen'
import { ScreenCover } from './screen-cover'
import { usePreload } from './use-preload'
import { useEverTrue } from './use-value-while-closing'

export interface DialogProps {
  readonly visible: boolean
  readonly onClose: () => void
}

/** Returns the cover of an open dialog whose code is loading or could not be loaded. */
export const coverOf =
  (name: string) =>
  ({ visible, onClose, children }: DialogProps & { readonly children: ReactNode }) =>
    visible && (
      <ScreenCover name={name} onClose={onClose}>
        {children}
      </ScreenCover>
    )

/**
 * Returns a dialog or drawer whose code is loaded when the page is idle, at the latest when it is opened, so that the screen below is
 * drawn without it. It draws nothing before it is opened for the first time. While it waits for its code, or when that could not be
 * loaded, a cover says so, with 重试.
 *
 * @param name name of the cover: 订单详情.
 * @param load the dynamic import; called again for each retry.
 */
export function lazyDialog<P extends DialogProps>(name: string, load: () => Promise<ScreenModule<P>>): ComponentType<P> {
  const Dialog = lazyScreen(load, { Cover: coverOf(name) })
  // biome-ignore lint/correctness/noComponentHookFactories: called once per module, as React.lazy itself is
  return function LazyDialog(props: P) {
    usePreload(Dialog)
    return useEverTrue(props.visible) ? <Dialog {...props} /> : null
  }
}
