import { lazyDialog } from '../../../ui/lazy-dialog'

/** The dialog 填毫米, with the library of phones loaded when the page is idle or the dialog is opened. */
export const SizeDialog = lazyDialog('填毫米', () => import('./size-dialog'))
