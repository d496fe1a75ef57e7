// Runs first in a child of runBeside, which is told to stop once the other end of file 3 is closed: however its parent ended.
import { Socket } from 'node:net';
import { isMainThread } from 'node:worker_threads';

// Children and threads of the child get its options too, and have another file 3.
if (isMainThread && process.send === undefined)
  new Socket({ fd: 3 })
    .once('close', () => process.kill(process.pid, 'SIGTERM'))
    .resume()
    .unref();
