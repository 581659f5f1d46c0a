import type { AppContract } from '../../../contract/contract'
import type { Handlers } from '../../../contract/core'
import type { Ctx } from '../../kernel/context'
import { storePart } from './parts'
import { importPicture } from './taobao'
import { createUploadForm, reportUpload } from './uploads'

export const fileHandlers: Handlers<Pick<AppContract, 'files'>, Ctx> = {
  files: {
    uploadForm: ({ body }, ctx) => createUploadForm(ctx, body),
    uploadPart: ({ body }, ctx) => storePart(ctx, body),
    uploadResult: ({ body }, ctx) => reportUpload(ctx, body),
    taobao: ({ body }, ctx) => importPicture(ctx, body),
  },
}
