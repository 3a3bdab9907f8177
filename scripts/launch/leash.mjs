// @ts-check
// Ends this child process when its parent exits, even by SIGKILL: then the pipe on stdin closes. Preloaded by Node.
const leave = () => {
  process.kill(process.pid, 'SIGTERM');
  setTimeout(() => process.exit(1), 9000).unref();
};
process.stdin.once('end', leave).once('error', leave).resume();
// Without `unref` the open pipe would keep a finished program running. Only a pipe has this method.
if ('unref' in process.stdin) process.stdin.unref();
