import { type Family, figure } from './text.js';

/** What the process takes of its machine, under the names that client libraries of Prometheus use. */
export function processFamilies(): readonly Family[] {
  const { user, system } = process.cpuUsage();
  const startedAt = Date.now() / 1000 - process.uptime();
  return [
    figure('counter', 'process_cpu_seconds_total', 'CPU time used.', (user + system) / 1e6),
    figure('gauge', 'process_resident_memory_bytes', 'Resident memory.', process.memoryUsage.rss()),
    figure('gauge', 'process_start_time_seconds', 'When it started, in seconds since 1970.', startedAt),
  ];
}
