/** Creates a shop with orders and credits through the API that sellers' own programs use. */
import type { Customization, Order, OrderImport } from '../../../contract/types'
import type { Picture } from './pictures'
import { type Caller, type Made, uploadPicture } from './shop'

/** Buys credits at the embedded cashier: submits the plugin's payment form, then 确认支付. */
export async function buyCredits(call: Caller, baseUrl: string, credits: number): Promise<void> {
  const { paymentForm } = await call<{ paymentForm: string }>('GET', `/api/account_credits/payment_form?credits=${credits}`)
  const unescaped = (text: string) =>
    text
      .replace(/&quot;/g, '"')
      .replace(/&amp;/g, '&')
      .replace(/&#39;/g, "'")
  const tag = (pattern: RegExp) => unescaped(pattern.exec(paymentForm)?.[1] ?? '')
  const fields = new URLSearchParams()
  for (const [input] of paymentForm.matchAll(/<input[^>]*>/g)) {
    const name = /name="([^"]*)"/.exec(input)?.[1]
    if (name) fields.set(name, unescaped(/value="([^"]*)"/.exec(input)?.[1] ?? ''))
  }
  const form = { method: 'POST', headers: { 'content-type': 'application/x-www-form-urlencoded' } }
  const page = await fetch(new URL(tag(/action="([^"]*)"/), baseUrl), { ...form, body: fields })
  const paid = await fetch(page.url, { ...form, body: new URLSearchParams({ do: 'pay' }), redirect: 'manual' })
  if (paid.status !== 303) throw new Error(`the cashier did not take the payment: ${paid.status} ${await paid.text()}`)
}

export interface Case {
  readonly phoneBrandId: number
  readonly phoneModelId: number
  readonly phoneCaseMaterialId: number
  readonly phoneCaseMaterialColorId: number
}

/** Creates a case of this size in mm with the brand, model, material, colour, wireframe and SKU that it needs. */
export async function makeCase(
  call: Caller,
  baseUrl: string,
  picture: Picture,
  size: { readonly widthMm: number; readonly heightMm: number },
): Promise<Case> {
  const { id: phoneBrandId } = await call<Made>('POST', '/api/phone_brands', { name: '小米' })
  const { id: phoneModelId } = await call<Made>('POST', `/api/phone_brands/${phoneBrandId}/phone_models`, { name: '小米 14' })
  const { id: materialId } = await call<Made>('POST', '/api/phone_case_materials', { name: '硅胶' })
  const color = { name: '黑', defaultBackgroundColor: '#000000' }
  const { id: materialColorId } = await call<Made>('POST', `/api/phone_case_materials/${materialId}/colors`, color)
  const { id: foregroundImageFileId } = await uploadPicture(call, baseUrl, 4, picture)
  const frame = { width: picture.width, height: picture.height, foregroundImageFileId, ...size }
  const { id: wireframeId } = await call<Made>('POST', '/api/phone_case_wireframes', frame)
  await call('POST', '/api/phone_case_skus', {
    wireframeId,
    enabled: true,
    materialColorId,
    materialId,
    phoneBrandId,
    phoneModelId,
  })
  return { phoneBrandId, phoneModelId, phoneCaseMaterialId: materialId, phoneCaseMaterialColorId: materialColorId }
}

export interface OrderWish {
  readonly originalId: string
  readonly title: string
  readonly quantity?: number
  /** Addresses of the customized images, one per design. */
  readonly images: readonly string[]
  readonly effects?: readonly string[]
}

/** Imports orders of one item each, and returns them as the list shows them. */
export async function takeOrders(call: Caller, shopId: number, on: Case, specs: readonly OrderWish[]): Promise<Order[]> {
  const design = (spec: OrderWish, index: number): Partial<Customization> & { readonly id: string } => ({
    ...on,
    id: `${spec.originalId}-${index}` as string & number,
    phoneBrandName: '小米',
    phoneModelName: '小米 14',
    phoneCaseMaterialName: '硅胶',
    phoneCaseMaterialColorName: '黑',
    customizedImageUrl: spec.images[index] ?? null,
    previewImageUrl: spec.effects?.[index] ?? null,
  })
  const body: OrderImport = {
    shopId,
    orders: specs.map((spec, index) => ({
      originalId: spec.originalId,
      createdAt: Date.UTC(2026, 2, 3, 4, 0, specs.length - index),
      orderItems: [
        {
          originalId: `${spec.originalId}-1`,
          title: spec.title,
          quantity: spec.quantity ?? 1,
          customizationInfo: {
            content: JSON.stringify({ v: 1, phoneCaseCustomizationInfos: spec.images.map((_, at) => design(spec, at)) }),
          },
        },
      ],
    })),
  }
  await call('POST', '/api/orders/import', body)
  return (await call<{ items: Order[] }>('GET', `/api/orders?shopId=${shopId}&pageSize=50`)).items
}
