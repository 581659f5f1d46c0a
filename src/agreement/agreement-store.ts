import { localValues } from '../../adapters/storage/values'

/** Stores in this browser whether the seller accepted the service agreement; saving a template needs it. */
const key = 'kejiang.serviceAgreement'

export const isAgreementAccepted = (): boolean => localValues.getItem(key) === 'accepted'

export function setAgreementAccepted(accepted: boolean): void {
  if (accepted) localValues.setItem(key, 'accepted')
  else localValues.removeItem(key)
}
