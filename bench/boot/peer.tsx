/**
 * The smallest page that shows the rows of the product's first screens: React alone asks the same server for the same page of a list, and
 * lists what the screens show of it. The address has the token and which list, as in `?token=…&list=orders`.
 */
import { useEffect, useState } from 'react'
import { createRoot } from 'react-dom/client'

const query = new URLSearchParams(location.search)

async function get<T>(path: string): Promise<T> {
  const reply = await fetch(path, { headers: { authorization: `Bearer ${query.get('token')}` } })
  return reply.json()
}

interface Customization {
  readonly phoneModelName: string
  readonly phoneCaseMaterialName: string
  readonly phoneCaseMaterialColorName: string
  readonly previewImageUrl: string | null
}
interface OrderRow {
  readonly id: number
  readonly originalId: string
  readonly createdAt: number
  readonly orderItems: readonly {
    readonly id: number
    readonly title: string
    readonly imageUrl: string | null
    readonly propertiesName: string
    readonly quantity: number
    readonly customizations: readonly Customization[]
  }[]
}
interface TemplateCard {
  readonly id: number
  readonly name: string
  readonly width: number
  readonly height: number
  readonly layerCount: number
  readonly casePicture: { readonly url: string; readonly width: number; readonly height: number } | null
}
interface Page<Row> {
  readonly items: readonly Row[]
}

async function readOrders() {
  const { items } = await get<Page<OrderRow>>('/api/orders?pageNo=1&pageSize=20')
  return items.map(({ id, originalId, createdAt, orderItems }) => (
    <tbody key={id} className="row">
      <tr>
        <th colSpan={4}>
          <input type="checkbox" /> {originalId} {new Date(createdAt).toLocaleString()} <button type="button">详情</button>
        </th>
      </tr>
      {orderItems.map((item) => (
        <tr key={item.id}>
          <td>{item.imageUrl && <img src={item.imageUrl} alt="" width={60} height={60} />}</td>
          <td>{item.title}</td>
          <td>{`${item.propertiesName} × ${item.quantity}`}</td>
          <td>
            {item.customizations.map((one, at) => (
              <p key={at}>
                {one.phoneModelName} {one.phoneCaseMaterialName} {one.phoneCaseMaterialColorName}
                {one.previewImageUrl && <img src={one.previewImageUrl} alt="" width={60} height={60} />}
              </p>
            ))}
          </td>
        </tr>
      ))}
    </tbody>
  ))
}

async function readTemplates() {
  const collections = await get<readonly { readonly id: number }[]>('/api/design_template_collections')
  const { items } = await get<Page<TemplateCard>>(`/api/design_templates?collectionId=${collections[0]?.id}`)
  return items.map(({ id, name, width, height, layerCount, casePicture }) => (
    <tbody key={id} className="row">
      <tr>
        <td>{casePicture && <img src={casePicture.url} alt="" width={120} height={160} />}</td>
        <td>{name}</td>
        <td>{`${layerCount} 个图层 ${width}×${height} 像素`}</td>
        <td>
          <button type="button">设计</button>
        </td>
      </tr>
    </tbody>
  ))
}

function Rows() {
  const [rows, setRows] = useState<Awaited<ReturnType<typeof readOrders>>>([])
  useEffect(() => {
    void (query.get('list') === 'orders' ? readOrders() : readTemplates()).then(setRows)
  }, [])
  return <table>{rows}</table>
}

createRoot(document.body.appendChild(document.createElement('main'))).render(<Rows />)
