import { lazyDialog } from '../../../ui/lazy-dialog'

/** The dialog 按规格文字配置, with the library of phones loaded when the page is idle or the dialog is opened. */
export const SkuWordsDialog = lazyDialog('按规格文字配置', () => import('./words-dialog'))
