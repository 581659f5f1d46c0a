import '../library/library.css'
import './portrait.css'
import { Button } from '@arco-design/web-react'
import { IconClose, IconDelete, IconUpload } from '@arco-design/web-react/icon'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type ChangeEvent, useRef, useState } from 'react'
import { type AiCutoutType, aiCutoutTypes } from '../../../../contract/constants'
import type { PlaceholderImage } from '../../../../contract/types'
import { cutoutTypeText, placeholderLayer } from '../../../../design/commands/cutout'
import type { Point } from '../../../../design/geometry/shapes'
import { placeholderKeys, placeholdersQuery } from '../../../api/queries/placeholders'
import { useApi } from '../../../api/services'
import { pictureAccept } from '../../../base/picture-files'
import { AnotherPicture } from '../../../ui/another-picture'
import { confirm } from '../../../ui/confirm'
import { TabBar } from '../../../ui/tab-bar'
import { toastSuccess } from '../../../ui/toast'
import { useDesigner } from '../context'
import { MaterialFailure, MaterialLoading } from '../library/library-panel'
import type { StoredAsset } from '../library/load-picture'
import { Tile } from '../library/tile'
import { useAddStored } from '../library/use-add-stored'
import { useCanvasDrag } from '../library/use-canvas-drag'
import { placeholderText } from './placeholder-files'
import { usePlaceholderUpload } from './use-placeholder-upload'

const tabs = aiCutoutTypes.map((key) => ({ key, label: cutoutTypeText[key] }))

/** Placeholder pictures that are shown until there is a buyer's cut-out portrait. */
export function PortraitPanel() {
  const [type, setType] = useState<AiCutoutType>('head')
  const { waiting, failed, send, retry, dismiss } = usePlaceholderUpload()
  const input = useRef<HTMLInputElement>(null)
  const choose = (event: ChangeEvent<HTMLInputElement>) => {
    const files = [...(event.target.files ?? [])].map((file) => ({ name: file.name, blob: file }))
    // Reset the input, so that the same file can be chosen again.
    event.target.value = ''
    void send(files, type)
  }
  return (
    <section className="designer-portrait" aria-label="AI人像">
      <TabBar
        tabs={tabs}
        active={type}
        label="抠图类型"
        inner
        onChange={(key) => setType(aiCutoutTypes.find((one) => one === key) ?? 'head')}
      >
        <input ref={input} type="file" accept={pictureAccept} multiple hidden onChange={choose} data-testid="placeholder-files" />
        <Button type="primary" long icon={<IconUpload />} loading={waiting > 0} onClick={() => input.current?.click()}>
          {waiting > 0 ? `正在上传，还剩 ${waiting} 张` : `上传${cutoutTypeText[type]}占位图`}
        </Button>
        <p className="designer-hint">支持 PNG、JPG，单张不超过 3 MB。点击或拖到画布上，买家定制时会换成自己的抠图人像</p>
        {failed.length > 0 && (
          <ul className="designer-portrait-failed" aria-label="没有上传成功">
            {failed.map((one, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: rows have no state of their own, and one file may fail twice
              <li key={index}>
                <span role="alert">
                  {one.file.name}：{one.reason}
                </span>
                {one.isFinal ? (
                  <AnotherPicture name={one.file.name} onFile={(file) => retry(one, file)} />
                ) : (
                  <Button size="mini" onClick={() => retry(one)} aria-label={`重试「${one.file.name}」`}>
                    重试
                  </Button>
                )}
                <Button
                  size="mini"
                  type="text"
                  icon={<IconClose />}
                  aria-label={`移除「${one.file.name}」`}
                  onClick={() => dismiss(one)}
                />
              </li>
            ))}
          </ul>
        )}
        <Placeholders key={type} type={type} />
      </TabBar>
    </section>
  )
}

interface Placeholder extends StoredAsset {
  readonly id: number
}

const withName = (image: PlaceholderImage, index: number): Placeholder => ({
  ...image,
  name: `${cutoutTypeText[image.aiCutoutType]}占位图 ${index + 1}`,
})

function Placeholders({ type }: { readonly type: AiCutoutType }) {
  const api = useApi()
  const queries = useQueryClient()
  const { session } = useDesigner()
  const query = useQuery({ ...placeholdersQuery(api, type), meta: { quiet: true } })
  const { loading, add } = useAddStored()
  const addPlaceholder = (placeholder: Placeholder, at: Point | null = null) =>
    void add(placeholder, at, (picture) => placeholderLayer(picture, session.getState().doc, { uuid: session.uuid(), type }))
  const drag = useCanvasDrag(addPlaceholder)
  const remove = async (placeholder: Placeholder) => {
    const removed = await confirm({
      title: placeholderText.question,
      content: placeholderText.warning,
      okText: `删除「${placeholder.name}」`,
      danger: true,
      onOk: () => api.cutoutPlaceholders.remove({ params: { id: placeholder.id } }),
    })
    if (removed) toastSuccess(placeholderText.removed)
    await queries.invalidateQueries({ queryKey: placeholderKeys.ofType(type) })
  }
  if (!query.data) {
    return query.isError ? (
      <MaterialFailure error={query.error} retrying={query.isFetching} onRetry={() => void query.refetch()} />
    ) : (
      <MaterialLoading />
    )
  }
  if (query.data.length === 0) {
    return <p className="designer-material-none">还没有{cutoutTypeText[type]}占位图，先上传一张</p>
  }
  return (
    <>
      <ul className="designer-tiles" aria-label={`${cutoutTypeText[type]}占位图`}>
        {query.data.map(withName).map((placeholder) => (
          <Tile key={placeholder.id} asset={placeholder} label={`添加「${placeholder.name}」`} drag={drag} onAdd={addPlaceholder}>
            <Button
              className="designer-portrait-remove"
              size="mini"
              icon={<IconDelete />}
              aria-label={`删除「${placeholder.name}」`}
              onClick={() => void remove(placeholder)}
            />
          </Tile>
        ))}
      </ul>
      {loading && (
        <p className="designer-hint" role="status">
          正在加载素材中...
        </p>
      )}
      {drag.ghost}
    </>
  )
}
