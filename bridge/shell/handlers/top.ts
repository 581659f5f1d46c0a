/** Handler of `top.invoke`: calls marketplace APIs of the allow-list through the cloud SDK. */

import { isFields } from '../../../contract/ground/fields'
import { onlyReads } from '../../core/cloud-app'
import type { Handler } from '../../host/types'
import { createTransport } from '../client/transport'
import type { Client } from './client'
import { openCloud } from './cloud'
import { badParams, paramsOf, permissionError, textOf } from './params'

export const topHandler =
  (client: Client): Handler =>
  (params) => {
    const fields = paramsOf(params)
    const api = textOf(fields, 'api')
    const { data = {} } = fields
    if (!isFields(data)) throw badParams('data is no object')
    if (!client.config.topMethods.includes(api))
      throw permissionError(`千牛外壳没有开放接口 ${api}`, `${api} is not on the allow-list`)
    return client.session.run(onlyReads(api) ? 'read' : 'write', async () => {
      const cloud = await openCloud(client, createTransport(client))
      // Pass a copy, because the SDK converts every value of its argument to text in place.
      return cloud.topApi.invoke({ api, data: { ...data } })
    })
  }
