import { readFileSync } from "node:fs";
import { readPosterior } from "kernelbayes/node";
import { encodeRows } from "kernelbayes/predict";
import { driftMonitor } from "kernelbayes/evaluate";
const rows = JSON.parse(readFileSync("/tmp/srv/body.json","utf8")).rows;
const time=(name,f,n=20000)=>{ for(let i=0;i<n;i++) f(); let best=1e9; for(let r=0;r<7;r++){const s=performance.now(); for(let i=0;i<n;i++) f(); best=Math.min(best,(performance.now()-s)/n*1000);} console.log(name.padEnd(28),best.toFixed(2),"us"); };
for (const m of ["lda","lssvm","gpc","auto"]) { const p = await readPosterior(`/tmp/srv/models/${m}.json`);
 const {X}=encodeRows(p,rows); const many=encodeRows(p,Array.from({length:12},()=>rows[0])).X;
 time(m+" encode",()=>encodeRows(p,rows)); 
 const N=m==="gpc"?500:5000;
 time(m+" predict 1",()=>p.predictEncoded(X,{intervals:false}),N); time(m+" predict 12 /12",()=>p.predictEncoded(many,{intervals:false}),N/10);
 if(m!=="auto"||1) time(m+" intervals 1",()=>p.predictEncoded(X,{intervals:true}),N/5); time(m+" intervals 12",()=>p.predictEncoded(many,{intervals:true}),N/50);
 const mon=driftMonitor(p,{together:false}); const e=encodeRows(p,rows); time(m+" table+drift",()=>mon.add(e.table)); }
const bytes=readFileSync("/tmp/srv/body.json"); time("JSON.parse",()=>JSON.parse(bytes.toString()));
