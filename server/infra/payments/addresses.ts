/** Path of the provider's payment notices below the server's public address. */
export const noticePath = '/api/payments/alipay/notify'
/** The page of the plugin that a payer returns to; it shows the result of the payment and never credits. */
const returnPath = '/app/payment_result'

/** Addresses of this server that a payment passes to the provider. */
export const merchantAddresses = (publicUrl: string): { readonly notifyUrl: string; readonly returnUrl: string } => ({
  notifyUrl: `${publicUrl}${noticePath}`,
  returnUrl: `${publicUrl}${returnPath}`,
})
