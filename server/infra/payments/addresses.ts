/** Path of the provider's notices below the server's public address. */
export const noticePath = '/api/payments/alipay/notify'
/** The page of the plugin that a payer comes back to; it shows what became of the payment and never credits. */
const returnPath = '/app/payment_result'

/** Addresses of this server that a payment carries to the provider. */
export const merchantAddresses = (publicUrl: string): { readonly notifyUrl: string; readonly returnUrl: string } => ({
  notifyUrl: `${publicUrl}${noticePath}`,
  returnUrl: `${publicUrl}${returnPath}`,
})
