import { Button } from '@arco-design/web-react'
import { IconDownload } from '@arco-design/web-react/icon'
import { bytesText } from '../../../../contract/rules/sizes'
import type { PrintBatch } from '../../../../contract/types'
import { resolveFileUrl } from '../../../api/file-url'
import { beijingMinute } from '../../../base/beijing-time'

/** 1 % as 1 %, and less with a decimal, so that a little ink is not nothing. */
const shareText = (share: number): string =>
  `${share * 100 >= 1 || share === 0 ? Math.round(share * 100) : (share * 100).toFixed(1)}%`

/** The made sheets: name, size, how much each plate covers, and the file. */
export function SheetFiles({ batch }: { readonly batch: PrintBatch }) {
  const { sheets, settings } = batch
  if (sheets.every(({ fileUrl }) => fileUrl === null)) return null
  return (
    <section className="sheet-files" aria-label="整版文件">
      <h2>整版文件</h2>
      <ul>
        {sheets.map(({ index, fileName, fileUrl, size, coverages, deliveredAt }) => (
          <li key={index}>
            <div>
              <b className="sheet-file-name">{fileName}</b>
              <p className="floor-line numeric">
                {[
                  size === null ? '还没有生成' : bytesText(size),
                  ...coverages.flatMap((share, at) => {
                    const plate = settings.plates[at]
                    return plate ? [`${plate.name} ${shareText(share)}`] : []
                  }),
                  ...(deliveredAt === null ? [] : [`${beijingMinute(deliveredAt)} 已写进打印机的文件夹`]),
                ].join(' · ')}
              </p>
            </div>
            {fileUrl !== null && (
              <Button
                type="outline"
                icon={<IconDownload />}
                href={resolveFileUrl(fileUrl)}
                anchorProps={{ download: fileName }}
                aria-label={`下载 ${fileName}`}
              >
                下载
              </Button>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}
