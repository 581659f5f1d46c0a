import { type ReactNode, useEffect, useRef } from 'react'
import type { DesignAssetCollection } from '../../../contract/types'
import { galleryOf } from '../../base/paths'
import { filesOfTransfer, type PickedFile } from '../../base/picked-files'
import { useListQuery } from '../../ui/use-list-query'
import { assetPageSizes } from './asset-gallery'
import type { AssetKind } from './asset-kinds'
import { nameScreenshot } from './pasted'
import { UploadWizard } from './upload-wizard'
import { useFileDrop } from './use-file-drop'
import { useUpload } from './use-upload'

interface UploadTargetAreaProps {
  readonly kind: AssetKind
  readonly collection: DesignAssetCollection
  readonly children: ReactNode
}

/**
 * Accepts pictures for a collection: dropped anywhere on its gallery, pasted, or picked in the wizard. `?upload=new` opens the
 * wizard, `?upload=<task>` opens it with that task.
 */
export function UploadTargetArea({ kind, collection, children }: UploadTargetAreaProps) {
  const list = useListQuery(galleryOf(kind.key), assetPageSizes)
  const uploadParam = list.get('upload')
  const setUploadParam = (upload: string | null, options?: { readonly replace: boolean }) => {
    if ((upload ?? '') !== uploadParam) list.set({ page: list.pageNo, upload }, options)
  }
  const upload = useUpload(kind, collection, (taskId) => setUploadParam(taskId, { replace: true }))
  const addFiles = (files: readonly PickedFile[]) => {
    setUploadParam('new')
    upload.addFiles(files)
  }
  const reportUnreadable = () => {
    setUploadParam('new')
    upload.reportUnreadable()
  }
  const drop = useFileDrop({ onFiles: addFiles, onUnreadable: reportUnreadable })

  const paste = useRef<(event: ClipboardEvent) => void>(() => undefined)
  paste.current = (event) => {
    const { clipboardData } = event
    if (!clipboardData?.types.includes('Files')) return
    // Ignore a paste while another dialog or a table of results is open.
    if (uploadParam !== 'new' && document.querySelector('[role=dialog]') !== null) return
    event.preventDefault()
    const now = new Date()
    filesOfTransfer(clipboardData).then((files) => addFiles(files.map((file) => nameScreenshot(file, now))), reportUnreadable)
  }
  useEffect(() => {
    const onPaste = (event: ClipboardEvent) => paste.current(event)
    document.addEventListener('paste', onPaste)
    return () => document.removeEventListener('paste', onPaste)
  }, [])

  return (
    <>
      <section className="assets-main" aria-label={collection.name} {...drop.props}>
        {children}
        {drop.isDragOver && <div className="assets-drop-hint">松开鼠标，上传到「{collection.name}」</div>}
      </section>
      <UploadWizard
        kind={kind}
        collection={collection}
        uploadParam={uploadParam}
        upload={upload}
        onAgain={() => setUploadParam('new', { replace: true })}
        onClose={() => {
          upload.reset()
          setUploadParam(null, { replace: true })
        }}
      />
    </>
  )
}
