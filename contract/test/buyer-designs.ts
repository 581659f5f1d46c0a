/** Builds buyers' designs as the server sends them, for tests. */
import type { BuyerDesignRow } from '../types'

export const buyerDesignOf = (id: number, change: Partial<BuyerDesignRow> = {}): BuyerDesignRow => ({
  id,
  shopId: 1,
  code: `K7QX${String(id).padStart(4, '0')}`,
  status: 'submitted',
  phoneBrandName: '苹果',
  phoneModelName: 'iPhone 15',
  phoneCaseMaterialName: '硅胶',
  phoneCaseMaterialColorName: '黑',
  templateName: null,
  effectImageUrl: null,
  orderId: null,
  orderOriginalId: null,
  rejectReason: null,
  delivery: null,
  shopName: '海边小店',
  isUnderReview: false,
  submittedRevision: 3,
  drawing: null,
  hasUnsubmittedChanges: false,
  reviewReasons: [],
  createdAt: 0,
  submittedAt: Date.UTC(2026, 10, 23),
  ...change,
})
