import { lazyDialog } from '../../../ui/lazy-dialog'

/** The dialog 添加机型, with the library and its search loaded when the page is idle or the dialog is opened. */
export const LibraryDialog = lazyDialog('添加机型', () => import('./library-dialog'))
