import { lazyDialog } from '../ui/lazy-dialog'

/** 生成主图, loaded when the page is idle or it is opened. */
export const ListingDialog = lazyDialog('生成主图', () => import('./listing-dialog'))
